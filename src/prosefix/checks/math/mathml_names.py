"""The elements and attributes of MathML: Core, the rest of MathML 3, and content MathML.

Names only, from the W3C recommendations MathML Core and MathML 3.0 (chapters 2 to 5, appendix A).
"""

ARITY = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
TOKENS = frozenset("mi mn mo ms mtext".split())
ROWS = {"mtable": frozenset({"mtr", "mlabeledtr"}), "mtr": frozenset({"mtd"}), "mlabeledtr": frozenset({"mtd"})}
PARENTS = {
    "mtr": frozenset({"mtable"}), "mlabeledtr": frozenset({"mtable"}), "mtd": frozenset({"mtr", "mlabeledtr"}),
    "mprescripts": frozenset({"mmultiscripts"}), "annotation": frozenset({"semantics"}),
    "annotation-xml": frozenset({"semantics"}),
}  # fmt: skip
IN_TOKENS = frozenset("mglyph malignmark math".split())  # what of MathML may stand among a token's text
HOLDERS = frozenset("annotation annotation-xml".split())  # what they hold need not be MathML
PRESENTATION = frozenset(
    "annotation annotation-xml maction maligngroup malignmark math menclose merror mfenced mfrac mglyph mi mlabeledtr "
    "mlongdiv mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mscarries mscarry msgroup msline "
    "mspace msqrt msrow mstack mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none semantics".split()
)
CONTENT = frozenset(
    "abs and apply approx arccos arccosh arccot arccoth arccsc arccsch arcsec arcsech arcsin arcsinh arctan arctanh "
    "arg bind bvar card cartesianproduct cbytes ceiling cerror ci cn codomain complexes compose condition conjugate "
    "cos cosh cot coth cs csc csch csymbol curl declare degree determinant diff divergence divide domain "
    "domainofapplication emptyset eq equivalent eulergamma exists exp exponentiale factorial factorof false floor fn "
    "forall gcd geq grad gt ident image imaginary imaginaryi implies in infinity int integers intersect interval "
    "inverse lambda laplacian lcm leq limit list ln log logbase lowlimit lt matrix matrixrow max mean median min "
    "minus mode moment momentabout naturalnumbers neq not notanumber notin notprsubset notsubset or otherwise "
    "outerproduct partialdiff pi piece piecewise plus power primes product prsubset quotient rationals real reals "
    "reln rem root scalarproduct sdev sec sech selector sep set setdiff share sin sinh subset sum tan tanh tendsto "
    "times transpose true union uplimit variance vector vectorproduct xor".split()
)
ATTRIBUTES = frozenset(
    "accent accentunder actiontype align alignmentscope alttext altimg bevelled charalign charspacing close "
    "columnalign columnlines columnspacing columnspan columnwidth crossout decimalpoint definitionurl denomalign "
    "depth dir display displaystyle edge encoding equalcolumns equalrows fence form frame framespacing groupalign "
    "height href indentalign indentshift largeop length linebreak linethickness location longdivstyle lquote lspace "
    "mathbackground mathcolor mathsize mathvariant maxsize minsize movablelimits mslinethickness notation numalign "
    "open overflow position rowalign rowlines rowspacing rowspan rquote rspace scriptlevel scriptminsize "
    "scriptsizemultiplier selection separator separators shift side stackalign stretchy subscriptshift "
    "superscriptshift symmetric voffset width xref xmlns id class style title lang tabindex nonce name type base "
    "other macros mode intent arg cdgroup nargs occurrence order scope src alt data background color fontfamily "
    "fontsize fontstyle fontweight valign index infixlinebreakstyle linebreakstyle linebreakmultchar lineleading leftoverhang "
    "rightoverhang minlabelspacing veryverythinmathspace verythinmathspace thinmathspace mediummathspace thickmathspace "
    "verythickmathspace veryverythickmathspace".split()
)
NAMESPACE = "http://www.w3.org/1998/Math/MathML"
