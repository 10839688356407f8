// What every command and environment of KaTeX takes and where it may stand, as JSON: {name: [shape, flags]}.
// Called by list_tex_commands.py, beside a copy of katex.mjs that exports its tables. The shapes of arguments are
// read from the tables; where a command may stand is tried out.
import katex, {functions, _macros as macros, symbols, _environments as environments} from './katex.mjs';

// Macros written as code rather than as a body with #1, #2: the arguments were read from KaTeX's documentation.
const CODED = {'\\bra': 'o', '\\ket': 'o', '\\braket': 'o', '\\Bra': 'o', '\\Ket': 'o', '\\Braket': 'o', '\\set': 'o', '\\Set': 'o',
               '\\TextOrMath': 'oo', '\\mod': 'o', '\\hspace': 's', '\\operatorname': 'o', '\\tag': 't', '\\message': 'r',
               '\\errmessage': 'r', '\\char': 'd'};
const LETTER = {math: 'o', text: 't', hbox: 't', color: 'c', size: 's', url: 'r', raw: 'r', primitive: 'p', original: 'o'};
const SAMPLE = {o: '{x}', t: '{x}', c: '{red}', s: '{1em}', r: '{a=b}', d: '65', p: '('};

for (const level of ['log', 'warn', 'error']) console[level] = () => {};  // \message prints

function takes(tex, displayMode = true) {
  try {
    katex.renderToString(tex, {displayMode, strict: false, trust: true});
    return true;
  } catch {
    return false;
  }
}

function specified(f) {
  const optional = f.numOptionalArgs || 0, total = f.numArgs + optional;
  let shape = '';
  for (let i = 0; i < total; i++)
    shape += (i < optional ? '?' : '') + LETTER[f.argTypes?.[i] || (f.primitive ? 'primitive' : 'original')];
  return [shape, (f.allowedInMath !== false ? 'm' : '') + (f.allowedInText ? 't' : '') + (f.allowedInArgument ? 'a' : '')];
}

function expanded(name, body) {
  if (name in CODED) return [CODED[name], 'mta'];
  const numbers = typeof body === 'string' ? body.replaceAll('##', '').match(/#[1-9]/g) || [] : [];
  const count = Math.max(0, ...numbers.map(number => +number[1]));
  let shape = '';
  for (let i = 0; i < count; i++)  // a character of text shows which arguments are text
    shape += takes(name + '{x}'.repeat(i) + '{\\O}' + '{x}'.repeat(count - i - 1)) ? 't' : 'o';
  return [shape, 'mta'];
}

function tried(name, [shape, flags]) {
  const values = [...shape.replace(/\?./g, '')].map(letter => SAMPLE[letter]);
  const tex = name + (/[a-zA-Z]$/.test(name) ? ' ' : '') + values.join('');
  const where = (takes(tex) ? 'm' : '') + (takes(`\\text{${tex}}`) ? 't' : '');
  if (!where) return [shape, flags];  // needs surroundings, as \right does
  const bare = where === 't' ? flags.includes('a') : takes('x^' + tex);
  return [shape, where + (bare ? 'a' : '') + (takes(tex + '\\limits_1') ? 'l' : '')];
}

function environment(name, count) {
  const pairs = name.startsWith('alignat') || name.startsWith('alignedat');
  const argument = count ? pairs ? '{1}' : '{c}' : '';
  const fits = (cells, display = true) => takes(`\\begin{${name}}${argument} ${cells} \\end{${name}}`, display);
  const columns = pairs ? -1 : ['a', 'a&b', 'a&b&c'].findIndex(cells => !fits(cells));
  return [count ? 'o' : '', (fits('a', false) ? '' : 'd') + (columns > 0 ? columns : '')];
}

const rows = {};
function add(name, row) {
  if (name.startsWith('\\') && !name.includes('@') && (name === '\\\\' || !name.startsWith('\\\\'))) rows[name] ??= row;
}
for (const [name, f] of Object.entries(functions)) {
  const [shape, flags] = tried(name, specified(f));
  add(name, [shape, flags + (f.infix ? 'i' : '')]);
}
for (const [name, body] of Object.entries(macros)) add(name, tried(name, expanded(name, body)));
for (const mode of ['math', 'text'])
  for (const name of Object.keys(symbols[mode])) add(name, tried(name, ['', 'a']));
for (const [name, e] of Object.entries(environments)) rows[`{${name}}`] = environment(name, e.numArgs);
process.stdout.write(JSON.stringify(rows));
