/**
 * What else programs and pages put on the clipboard for themselves, or say in their own way; the texts are our own.
 * @type {{ from: string, html: string, markdown: string }[]}
 */
export const clipboards = [
  {
    from: 'an answer of ChatGPT, with formulas of KaTeX',
    html: `<p data-start="0" data-end="20">Here <strong>it</strong> is:</p><pre class="overflow-visible!"><div class="contain-inline-size rounded-2xl"><div class="flex items-center text-token-text-secondary">python</div><div class="sticky top-9"><div><button aria-label="Copy">Copy code</button></div></div><div class="overflow-y-auto p-4" dir="ltr"><code class="whitespace-pre! language-python"><span><span class="hljs-keyword">def</span> f(x_1):
    return x_1 * 2
</span></code></div></div></pre><p>Then <span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">E=mc^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">E=mc2</span></span>.</p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML" display="block"><semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">ab</span></span></span><ul><li><p>One</p></li><li><p>Two</p></li></ul>`,
    markdown: `Here **it** is:

\`\`\`python
def f(x_1):
    return x_1 * 2
\`\`\`

Then $E=mc^2$.

$$\\frac{a}{b}$$

- One
- Two`,
  },
  {
    from: 'MathJax',
    html: `<p>So <mjx-container class="MathJax CtxtMenu_Attached_0" jax="CHTML" tabindex="0" role="presentation"><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-msup><mjx-mi class="mjx-i"><mjx-c class="mjx-c1D465 TEX-I"></mjx-c></mjx-mi></mjx-msup></mjx-math><mjx-assistive-mml unselectable="on" display="inline"><math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mfrac><mn>1</mn><mrow><mi>α</mi><mi>y</mi></mrow></mfrac></math></mjx-assistive-mml></mjx-container> holds.</p><mjx-container class="MathJax" jax="SVG" display="true"><svg></svg><mjx-assistive-mml display="block"><math display="block"><munderover><mo data-mjx-texclass="OP">∑</mo><mrow data-mjx-texclass="ORD"><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub><mo>≤</mo><mi>sin</mi><mo data-mjx-texclass="NONE">&#x2061;</mo><mi>x</mi></math></mjx-assistive-mml></mjx-container>`,
    markdown: `So $x^2+\\frac{1}{\\alpha y}$ holds.

$$\\sum_{i=1}^na_i\\le\\sin x$$`,
  },
  {
    from: 'MathJax 2',
    html: `<p>So <span class="MathJax_Preview" style="color: inherit; display: none;"></span><span class="MathJax" id="MathJax-Element-1-Frame" tabindex="0" data-mathml="&lt;math xmlns=&quot;http://www.w3.org/1998/Math/MathML&quot;&gt;&lt;msup&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;&lt;/math&gt;" role="presentation"><nobr aria-hidden="true"><span class="math">x2</span></nobr><span class="MJX_Assistive_MathML" role="presentation"><math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>x</mi><mn>2</mn></msup></math></span></span><script type="math/tex" id="MathJax-Element-1">x^2</script> holds.</p>`,
    markdown: `So $x^2$ holds.`,
  },
  {
    from: 'MathJax 2 without its script',
    html: `<p>So <span class="MathJax" id="MathJax-Element-1-Frame" data-mathml="&lt;math xmlns=&quot;http://www.w3.org/1998/Math/MathML&quot;&gt;&lt;msup&gt;&lt;mi&gt;x&lt;/mi&gt;&lt;mn&gt;2&lt;/mn&gt;&lt;/msup&gt;&lt;/math&gt;"><nobr aria-hidden="true">x2</nobr></span> holds.</p>`,
    markdown: `So $x^2$ holds.`,
  },
  {
    from: 'an encyclopedia with formulas',
    html: `<p>The <span class="mwe-math-element mwe-math-element-inline"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;"><math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{\\displaystyle x^{2}}"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow><annotation encoding="application/x-tex">{\\displaystyle x^{2}}</annotation></semantics></math></span><img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/abc" class="mwe-math-fallback-image-inline mw-invert skin-invert" aria-hidden="true" style="vertical-align: -0.338ex; width:2.384ex; height:2.676ex;" alt="{\\displaystyle x^{2}}"></span> is. Also <span class="mwe-math-element"><img src="https://w/x" class="mwe-math-fallback-image-inline" aria-hidden="true" alt="{\\displaystyle y}"></span>.</p><dl><dd><span class="mwe-math-element"><img src="https://w/x" class="mwe-math-fallback-image-display" aria-hidden="true" alt="{\\displaystyle a^{2}+b^{2}}"></span></dd></dl>`,
    markdown: `The $x^{2}$ is. Also $y$.

$$a^{2}+b^{2}$$`,
  },
  {
    from: 'MathML alone',
    html: `<p>a <math><mmultiscripts><mi mathvariant="bold">F</mi><mn>1</mn><mn>2</mn></mmultiscripts></math> b <math><mover><mi>v</mi><mo>→</mo></mover><mo>=</mo><mroot><mi>x</mi><mn>3</mn></mroot><msup><mi>f</mi><mo>′</mo></msup><mo stretchy="false">(</mo><mi>x</mi><mo>)</mo><mtext>if x</mtext></math> c</p><math display="block"><mrow><mo>[</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mi>a</mi></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mi>b</mi></mtd></mtr></mtable><mo>]</mo></mrow></math>`,
    markdown: `a <math><mmultiscripts><mi mathvariant="bold">F</mi><mn>1</mn><mn>2</mn></mmultiscripts></math> b $\\vec{v}=\\sqrt[3]{x}f'(x)\\text{if x}$ c

$$[\\begin{matrix}1 & a \\\\ 0 & b\\end{matrix}]$$`,
  },
  {
    from: 'KaTeX with a command of its own',
    html: `<p>x <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi mathvariant="normal">R</mi></mrow><annotation encoding="application/x-tex">\\RRR x</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">R</span></span> y</p>`,
    markdown: `x <math><semantics><mrow><mi mathvariant="normal">R</mi></mrow></semantics></math> y`,
  },
  {
    from: 'KaTeX without MathML',
    html: `<p>x <span class="katex"><span class="katex-html" aria-hidden="true">y</span></span> z</p>`,
    markdown: `x y z`,
  },
  {
    from: 'chats with emoji',
    html: `<p>A <img class="emoji" draggable="false" alt="😀" src="https://twemoji.example/1f600.svg"> <g-emoji class="g-emoji" alias="tada" fallback-src="https://x/1f389.png">🎉</g-emoji> <img data-stringify-type="emoji" data-stringify-emoji=":smile:" alt=":smile:" src="https://a.slack-edge.com/production-standard-emoji-assets/14.0/google-medium/1f604.png"> <img src="https://s.w.org/images/core/emoji/14.0.0/svg/1f642.svg" alt="🙂" class="wp-smiley"> <img src="https://x.example/wp-includes/images/smilies/simple-smile.png" alt=":)" class="wp-smiley"> <img data-emoji="🎉" class="an1" alt="🎉" src="https://fonts.gstatic.com/s/e/notoemoji/15.0/1f389/72.png"> <img class="emoji" title=":octocat:" alt=":octocat:" src="https://github.githubassets.com/images/icons/emoji/octocat.png"> <img itemtype="http://schema.skype.com/Emoji" itemid="smile" alt="🙂" src="https://statics.teams/20_f.png">.</p>`,
    markdown: `A 😀 🎉 😄 🙂 :) 🎉 :octocat: 🙂.`,
  },
  {
    from: 'Google Docs with notes and a remark',
    html: `<p class="c1"><span>A claim</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span>, more</span><sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup>.</p><hr class="c3"><div><p class="c2"><a href="#ftnt_ref1" id="ftnt1">[1]</a><span class="c4">&nbsp;The source.</span></p></div><div><p class="c2"><a href="#ftnt_ref2" id="ftnt2">[2]</a><span>&nbsp;Other.</span></p></div><div class="c9"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>private</span></p></div>`,
    markdown: `A claim[^1], more[^2].

[^1]: The source.

[^2]: Other.`,
  },
  {
    from: 'Google Docs with a long remark',
    html: `<div><p>A<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> b.</p></div><div style="border:1px"><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>private</span></p><p>more private</p></div>`,
    markdown: `A b.`,
  },
  {
    from: 'GitHub with notes',
    html: `<p dir="auto">A claim<sup><a href="https://g.example/x#user-content-fn-1-abc" id="user-content-fnref-1-abc" data-footnote-ref="" aria-describedby="footnote-label">1</a></sup>.</p><section data-footnotes="" class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol><li id="user-content-fn-1-abc"><p dir="auto">The source. <a href="https://g.example/x#user-content-fnref-1-abc" data-footnote-backref="" aria-label="Back to reference 1" class="data-footnote-backref"><g-emoji class="g-emoji" alias="leftwards_arrow_with_hook">↩</g-emoji></a></p></li></ol></section>`,
    markdown: `A claim[^1].

[^1]: The source.`,
  },
  {
    from: 'LibreOffice with notes',
    html: `<p>A claim<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a>.</p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>The <i>source</i>.</p><p>More.</p></div>`,
    markdown: `A claim[^1].

[^1]: The *source*.

    More.`,
  },
  {
    from: 'an encyclopedia with its references',
    html: `<p>A claim.<sup id="cite_ref-1" class="reference"><a href="#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup></p><h2>References</h2><div class="reflist"><ol class="references"><li id="cite_note-1"><span class="mw-cite-backlink"><b><a href="#cite_ref-1" aria-label="Jump up">^</a></b></span> <span class="reference-text">Book, 1999</span></li></ol></div>`,
    markdown: `A claim.[^1]

[^1]: Book, 1999`,
  },
  {
    from: 'Word with notes',
    html: `<p class=MsoNormal>A claim<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a> and<a style='mso-endnote-id:edn1' href="#_edn1" name="_ednref1"><span class=MsoEndnoteReference>[i]</span></a>.<o:p></o:p></p><div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title=""><span class=MsoFootnoteReference>[1]</span></a> The <i>source</i>.<o:p></o:p></p><p class=MsoFootnoteText>Again.</p></div></div><div style='mso-element:endnote-list'><hr><div style='mso-element:endnote' id=edn1><p class=MsoEndnoteText><a style='mso-endnote-id:edn1' href="#_ednref1" name="_edn1"><span>[i]</span></a> End.</p></div></div>`,
    markdown: `A claim[^1] and[^2].

[^1]: The *source*.

    Again.

[^2]: End.`,
  },
  {
    from: 'Word with a remark',
    html: `<p class=MsoNormal><a style='mso-comment-reference:AB_1;mso-comment-date:20230101T1000'>Words</a><span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1" name="_msoanchor_1">[AB1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span> go on.</p><div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff align=left size=1 width="33%"><![endif]><div style='mso-element:comment'><![if !supportAnnotations]><div id="_com_1" class=msocomtxt><![endif]><span style='mso-comment-author:"A B"'><![if !supportAnnotations]><a name="_msocom_1"></a><![endif]></span><p class=MsoCommentText><span class=MsoCommentReference><span style='font-size:8.0pt'><span style='mso-special-character:comment'>&nbsp;</span><![if !supportAnnotations]><a href="#_msoanchor_1" class=msocomoff>[AB1]</a><![endif]></span></span>private remark</p></div></div></div>`,
    markdown: `Words go on.`,
  },
  {
    from: 'Word with numbered headings and revisions',
    html: `<h1 style='margin-left:21.6pt;text-indent:-21.6pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Intro<o:p></o:p></h1><h2 style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.1<span>&nbsp;</span></span><a name="_Toc1">Why</a></h2><p class=MsoNormal>Text<span class=msoIns><ins cite="mailto:B" datetime="2023-01-01T10:00"> new</ins></span><span class=msoDel><del cite="mailto:B" datetime="2023-01-01T10:00">old</del></span></p>`,
    markdown: `# Intro

## Why

Text new`,
  },
  {
    from: 'Google Docs with tasks',
    html: `<b style="font-weight:normal;" id="docs-internal-guid-1"><ul style="margin-top:0"><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,iVBOR" width="17.6px" height="17.6px" alt="checked" aria-roledescription="checkbox" style="margin-right:3px;" /><p dir="ltr" style="display:inline-block;" role="presentation"><span style="font-size:11pt;font-weight:400;text-decoration:line-through;white-space:pre-wrap;">done</span></p></li><li role="checkbox" aria-checked="false"><img src="data:image/png;base64,iVBOR" alt="unchecked" aria-roledescription="checkbox" /><p><span style="font-weight:700">bold</span><span> one</span></p></li></ul></b>`,
    markdown: `- [x] done
- [ ] **bold** one`,
  },
  {
    from: 'Obsidian',
    html: `<ul class="contains-task-list"><li data-task="" class="task-list-item"><input type="checkbox" class="task-list-item-checkbox" data-task="">todo</li><li data-task="x" class="task-list-item is-checked"><input type="checkbox" class="task-list-item-checkbox" data-task="x">done</li></ul>`,
    markdown: `- [ ] todo
- [x] done`,
  },
  {
    from: 'editors of Tiptap',
    html: `<ul data-type="taskList"><li data-checked="true" data-type="taskItem"><label><input type="checkbox" checked="checked"><span></span></label><div><p>milk</p></div></li><li data-checked="false" data-type="taskItem"><label><input type="checkbox"><span></span></label><div><p>bread</p></div></li></ul>`,
    markdown: `- [x] milk
- [ ] bread`,
  },
  {
    from: 'MDN',
    html: `<h2 id="syntax"><a href="#syntax">Syntax</a></h2><div class="code-example"><div class="example-header"><span class="language-name">js</span><button type="button" class="icon copy-icon"><span class="visually-hidden">Copy to Clipboard</span></button></div><pre class="brush: js notranslate"><code><span class="token function">f</span>(x)
</code></pre></div><dl><dt id="x"><a href="#x"><code>x</code></a></dt><dd><p>Text</p></dd></dl>`,
    markdown: `## Syntax

\`\`\`js
f(x)
\`\`\`

<dl><dt><code>x</code></dt><dd><p>Text</p></dd></dl>`,
  },
  {
    from: 'pages with permalinks',
    html: `<h2>Usage<a class="headerlink" href="#usage" title="Permalink to this heading">¶</a></h2><p>a</p><h3>Docusaurus<a href="#d" class="hash-link" aria-label="Direct link to D" title="Direct link to D">\u200b</a></h3><h3><a class="anchor" href="#x">§</a>Rust</h3><h3>Hugo <a href="#hugo" class="anchor" aria-hidden="true"><i class="fa fa-link"></i></a></h3><p>b <i class="fa fa-star" aria-hidden="true"></i> c</p>`,
    markdown: `## Usage

a

### Docusaurus

### Rust

### Hugo

b c`,
  },
  {
    from: 'headings with links',
    html: `<h2><a href="https://a.example/x#y">Other page</a></h2><h3>Plain <a href="#z">to z</a></h3>`,
    markdown: `## [Other page](https://a.example/x#y)

### Plain [to z](#z)`,
  },
  {
    from: 'a blog with a hidden link around a picture',
    html: `<a class="post-thumbnail" href="https://a.example/p" aria-hidden="true" tabindex="-1"><img src="https://a.example/p.jpg" alt="Plums"></a>`,
    markdown: `[![Plums](https://a.example/p.jpg)](https://a.example/p)`,
  },
  {
    from: 'a blog in one width of letters',
    html: `<p style="font-family: 'IBM Plex Mono', monospace; white-space: normal; orphans: 2;">First</p><p style="font-family: 'IBM Plex Mono', monospace; white-space: normal;">Second <em>one</em></p>`,
    markdown: `First

Second *one*`,
  },
  {
    from: 'Outlook',
    html: `<div class="elementToProof" style="font-family: Aptos, sans-serif; font-size: 12pt;">Dear <b>all</b>,</div><div class="elementToProof"><br></div><ol start="1" data-editing-info="{}"><li style="font-family: Aptos;"><div class="elementToProof" role="presentation">One</div></li><li><div>Two</div></li></ol><div id="Signature">Ann</div>`,
    markdown: `Dear **all**,

1. One
2. Two

Ann`,
  },
  {
    from: 'Pages',
    html: `<html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {font: 18.0px 'Helvetica Neue'} span.s1 {font: 11.0px 'Helvetica Neue'}</style></head><body><p class="p1"><b>Title</b></p><p class="p2"><span class="s1">A<span class="Apple-tab-span">	</span>b<sup>1</sup></span></p><ol class="ol1"><li class="li2">One</li><li class="li2">Two</li></ol></body></html>`,
    markdown: `**Title**

A b<sup>1</sup>

1. One
2. Two`,
  },
];
