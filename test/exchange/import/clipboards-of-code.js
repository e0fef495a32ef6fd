/**
 * Code as editors and pages put it on the clipboard, with the marks of each; the code is our own.
 * @type {{ from: string, html: string, markdown: string }[]}
 */
export const clipboards = [
  {
    from: 'JetBrains',
    html: `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><pre style="background-color:#2b2b2b;color:#a9b7c6;font-family:'JetBrains Mono',monospace;font-size:9.8pt;"><span style="color:#cc7832;font-weight:bold;">def </span><span style="color:#ffc66d;">f</span>(x_1):<br>    <span style="color:#cc7832;">return </span>x_1 * <span style="color:#6897bb;font-style:italic;">2<br></span></pre></body></html>`,
    markdown: `\`\`\`
def f(x_1):
    return x_1 * 2
\`\`\``,
  },
  {
    from: 'Xcode',
    html: `<html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Menlo; color: #000000}
p.p2 {margin: 0.0px 0.0px 0.0px 0.0px; font: 12.0px Menlo; min-height: 14.0px}
span.s1 {color: #9b2393}
</style></head><body>
<p class="p1"><span class="s1"><b>func</b></span> f(x_1: Int) {</p>
<p class="p2"><br></p>
<p class="p1"><span class="Apple-converted-space">    </span><span class="s1"><b>return</b></span> x_1 * 2</p>
<p class="p1">}</p>
</body></html>`,
    markdown: `\`\`\`
func f(x_1: Int) {

    return x_1 * 2
}
\`\`\``,
  },
  {
    from: 'a file on GitHub',
    html: `<table class="highlight tab-size js-file-line-container"><tbody><tr><td id="L1" class="blob-num js-line-number" data-line-number="1"></td><td id="LC1" class="blob-code blob-code-inner js-file-line"><span class="pl-k">def</span> <span class="pl-en">f</span>(x_1):</td></tr><tr><td id="L2" class="blob-num js-line-number" data-line-number="2"></td><td id="LC2" class="blob-code blob-code-inner js-file-line">    <span class="pl-k">return</span> x_1 * 2</td></tr></tbody></table>`,
    markdown: `\`\`\`
def f(x_1):
    return x_1 * 2
\`\`\``,
  },
  {
    from: 'a file on GitHub, line by line',
    html: `<div class="react-code-lines"><div class="react-code-text react-code-line-contents" style="white-space: pre; font-family: monospace;"><div id="LC1" class="react-file-line html-div" data-testid="code-cell" data-line-number="1"><span class="pl-k">def</span> f(x_1):</div></div><div class="react-code-text" style="white-space: pre; font-family: monospace;"><div id="LC2" class="react-file-line html-div" data-line-number="2">    <span class="pl-k">return</span> x_1</div></div></div>`,
    markdown: `\`\`\`
def f(x_1):
    return x_1
\`\`\``,
  },
  {
    from: 'GitLab',
    html: `<div class="line-numbers"><a class="file-line-num diff-line-num" href="#L1" id="L1">1</a><a class="file-line-num diff-line-num" href="#L2">2</a></div><pre class="code highlight" lang="python"><code><span id="LC1" class="line" lang="python"><span class="k">def</span> <span class="nf">f</span><span class="p">(</span>x_1):</span>
<span id="LC2" class="line" lang="python">    <span class="k">return</span> x_1 * 2</span></code></pre><copy-code><button>Copy</button></copy-code>`,
    markdown: `\`\`\`python
def f(x_1):
    return x_1 * 2
\`\`\``,
  },
  {
    from: 'Stack Overflow',
    html: `<pre class="lang-py s-code-block"><code class="hljs language-python"><span class="hljs-keyword">def</span> f(x):
    <span class="hljs-keyword">return</span> x_1 * 2
</code></pre>`,
    markdown: `\`\`\`python
def f(x):
    return x_1 * 2
\`\`\``,
  },
  {
    from: 'Jupyter',
    html: `<div class="cell border-box-sizing code_cell rendered"><div class="input"><div class="prompt input_prompt">In&nbsp;[1]:</div><div class="inner_cell"><div class="input_area"><div class=" highlight hl-ipython3"><pre><span></span><span class="k">def</span> <span class="nf">f</span><span class="p">(</span>x_1):
    <span class="k">return</span> x_1</pre></div></div></div></div></div><h2 id="Salt">Salt<a class="anchor-link" href="#Salt">¶</a></h2>`,
    markdown: `\`\`\`python
def f(x_1):
    return x_1
\`\`\`

## Salt`,
  },
  {
    from: 'an editor in a page',
    html: `<div class="cm-line" style="font-family: Menlo, monospace; white-space: pre;"><span style="color: green; font-weight: bold;">def</span> f(x_1):</div><div class="cm-line" style="font-family: Menlo, monospace; white-space: pre;"><br></div><div class="cm-line" style="font-family: Menlo, monospace; white-space: pre;">    return x_1 * 2</div>`,
    markdown: `\`\`\`
def f(x_1):

    return x_1 * 2
\`\`\``,
  },
  {
    from: 'Pygments, with numbers in a cell',
    html: `<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre><span class="normal">1</span>
<span class="normal">2</span></pre></div></td><td class="code"><div><pre><span></span><code><span class="k">def</span> f(x_1):
    return x_1
</code></pre></div></td></tr></table></div>`,
    markdown: `\`\`\`
def f(x_1):
    return x_1
\`\`\``,
  },
  {
    from: 'Hexo',
    html: `<figure class="highlight python"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br></pre></td><td class="code"><pre><span class="line"><span class="keyword">def</span> f(x_1):</span><br><span class="line">    return x_1</span><br></pre></td></tr></table></figure>`,
    markdown: `\`\`\`python
def f(x_1):
    return x_1
\`\`\``,
  },
  {
    from: 'Hugo',
    html: `<div class="highlight"><div class="chroma"><table class="lntable"><tr><td class="lntd"><pre tabindex="0" class="chroma"><code><span class="lnt">1
</span><span class="lnt">2
</span></code></pre></td><td class="lntd"><pre tabindex="0" class="chroma"><code class="language-go" data-lang="go"><span class="line"><span class="cl">func f() {
</span></span><span class="line"><span class="cl">	return
</span></span></code></pre></td></tr></table></div></div>`,
    markdown: `\`\`\`go
func f() {
	return
\`\`\``,
  },
  {
    from: 'Docusaurus',
    html: `<div class="codeBlockContainer language-js"><div class="codeBlockContent"><pre tabindex="0" class="prism-code language-js codeBlock thin-scrollbar" style="color: rgb(0,0,0);"><code class="codeBlockLines"><span class="token-line" style="color:#393A34"><span class="token keyword" style="font-style: italic;">const</span> a = 1;</span><br><span class="token-line">  b();</span><br></code></pre><div class="buttonGroup"><button type="button" aria-label="Copy code to clipboard"><span aria-hidden="true"><svg></svg></span></button></div></div></div>`,
    markdown: `\`\`\`js
const a = 1;
  b();
\`\`\``,
  },
  {
    from: 'Confluence, below its tasks',
    html: `<ul class="inline-task-list" data-inline-tasks-content-id="1"><li class="checked" data-inline-task-id="1">milk</li><li data-inline-task-id="2"><span class="placeholder-inline-tasks">bread</span></li></ul><div class="code panel pdl"><div class="codeContent panelContent pdl"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int x_1 = 2;
  y();</pre></div></div><span data-ds--code--code-block=""><code class="language-py" style="white-space: pre; font-family: monospace"><span data-ds--code--row=""><span class="linenumber react-syntax-highlighter-line-number">1</span>def f():
</span><span data-ds--code--row=""><span class="linenumber">2</span>    return
</span></code></span>`,
    markdown: `- [x] milk
- [ ] bread

\`\`\`java
int x_1 = 2;
  y();
\`\`\`

\`\`\`py
def f():
    return
\`\`\``,
  },
  {
    from: 'SyntaxHighlighter',
    html: `<div id="highlighter_1" class="syntaxhighlighter  jscript"><table border="0"><tbody><tr><td class="gutter"><div class="line number1 index0 alt2">1</div><div class="line number2 index1 alt1">2</div></td><td class="code"><div class="container"><div class="line number1 index0 alt2"><code class="jscript keyword">var</code> <code class="jscript plain">a_1 = 2;</code></div><div class="line number2 index1 alt1"><code class="jscript spaces">&nbsp;&nbsp;</code><code class="jscript plain">f();</code></div></div></td></tr></tbody></table></div>`,
    markdown: `\`\`\`
var a_1 = 2;
  f();
\`\`\``,
  },
  {
    from: 'a list of lines',
    html: `<pre class="prettyprint lang-js linenums"><ol class="linenums"><li class="L0"><span class="kwd">var</span> a;</li><li class="L1">  b();</li></ol></pre>`,
    markdown: `\`\`\`js
var a;
  b();
\`\`\``,
  },
  {
    from: 'paragraphs in a font of code in Word',
    html: `<p class=MsoNormal><span style='font-family:Consolas'>def f(x_1):<o:p></o:p></span></p><p class=MsoNormal><span style='font-family:Consolas'><span style='mso-spacerun:yes'>    </span>return
x_1 * 2<o:p></o:p></span></p><p class=MsoNormal>Then</p>`,
    markdown: `\`\`\`
def f(x_1):
    return x_1 * 2
\`\`\`

Then`,
  },
  {
    from: 'paragraphs in a font of code in Google Docs',
    html: `<b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-family:'Courier New',monospace;white-space:pre-wrap;">def f(x_1):</span></p><p dir="ltr"><span style="font-family:'Roboto Mono',monospace;white-space:pre-wrap;">    return x_1</span></p></b>`,
    markdown: `\`\`\`
def f(x_1):
    return x_1
\`\`\``,
  },
  {
    from: 'Teams',
    html: `<div><p>Hi <strong>all</strong></p><pre class="language-python" itemid="x"><code><div>def f():</div><div>&nbsp; &nbsp; return</div></code></pre><p itemprop="copy-paste-block">&nbsp;</p></div>`,
    markdown: `Hi **all**

\`\`\`python
def f():
    return
\`\`\``,
  },
  {
    from: 'Slack',
    html: `<div class="p-rich_text_section">Hi <b data-stringify-type="bold">all</b> <code data-stringify-type="code" class="c-mrkdwn__code">x_1</code></div><pre class="c-mrkdwn__pre" data-stringify-type="pre">a
  b<div class="c-mrkdwn__pre_copy"></div></pre><ul data-stringify-type="unordered-list" class="p-rich_text_list"><li data-stringify-indent="0">One</li><li data-stringify-indent="0">Two</li></ul>`,
    markdown: `Hi **all** \`x_1\`

\`\`\`
a
  b
\`\`\`

- One
- Two`,
  },
];
