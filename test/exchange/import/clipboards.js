/**
 * What ten programs put on the clipboard as text/html, with the marks of each; the texts are our own. And the Markdown
 * that the same things are.
 * @type {{ from: string, html: string, markdown: string }[]}
 */
export const clipboards = [
  {
    from: 'Google Docs',
    html: `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-7c1f0a52-7fff-1b2c-93aa-5d0c5c1f8e01"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;margin-bottom:6pt;"><span style="font-size:20pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;vertical-align:baseline;white-space:pre;white-space:pre-wrap;">Plum jam</span></h1><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;font-style:normal;text-decoration:none;white-space:pre-wrap;">Take </span><span style="font-size:11pt;font-weight:700;font-style:italic;text-decoration:none;white-space:pre-wrap;">ripe</span><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;"> plums, </span><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;">much</span><span style="font-size:11pt;font-weight:700;white-space:pre-wrap;"> sugar </span><span style="font-size:11pt;font-weight:400;white-space:pre-wrap;">and H</span><span style="font-size:0.6em;font-weight:400;vertical-align:sub;white-space:pre-wrap;">2</span><span style="font-size:11pt;font-weight:400;">O; see </span><a href="https://www.google.com/url?q=https://jam.example/plums?a%3D1&amp;sa=D&amp;source=docs&amp;ust=1700000000000000&amp;usg=AOvVaw0x" style="text-decoration:none;"><span style="font-size:11pt;color:#1155cc;font-weight:400;text-decoration:underline;-webkit-text-decoration-skip:none;white-space:pre-wrap;">the guide</span></a><span style="font-size:11pt;font-weight:400;">.</span></p><br /><ul style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;font-size:11pt;font-weight:400;white-space:pre;" aria-level="1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;" role="presentation"><span style="font-size:11pt;font-weight:400;">Wash</span></p></li><ul style="margin-top:0;margin-bottom:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">in cold water</span></p></li></ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Cook</span></p></li></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border-left:solid #000000 1pt;vertical-align:top;padding:5pt;"><p dir="ltr" style="line-height:1.2;"><span style="font-weight:700;">Fruit</span></p></td><td style="vertical-align:top;"><p dir="ltr"><span style="font-weight:700;">Sugar</span></p></td></tr><tr style="height:0pt"><td><p dir="ltr"><span style="font-weight:400;">Plum</span></p></td><td><p dir="ltr"><span style="font-weight:400;">500 g</span></p></td></tr></tbody></table></div><br /><p dir="ltr"><span style="font-family:'Roboto Mono',monospace;color:#188038;font-weight:400;">jam --boil</span><span style="font-weight:400;"> does it.</span></p></b><br class="Apple-interchange-newline">`,
    markdown: `# Plum jam

Take ***ripe*** plums, **much sugar** and H<sub>2</sub>O; see [the guide](https://jam.example/plums?a=1).

- Wash
  - in cold water
- Cook

| Fruit | Sugar |
| --- | --- |
| Plum | 500 g |

\`jam --boil\` does it.`,
  },
  {
    from: 'Word',
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40">
<head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8">
<meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/a/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->
<style>
<!--
 /* Style Definitions */
 p.MsoNormal, li.MsoNormal {margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif;}
@list l0 {mso-list-id:1;}
-->
</style>
<!--[if gte mso 10]><style>table.MsoNormalTable {mso-style-name:"Table Normal";}</style><![endif]-->
</head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'>
<!--StartFragment-->
<h2><span lang=EN-US style='mso-ansi-language:EN-US'>Baking<o:p></o:p></span></h2>
<p class=MsoNormal>Knead the <b style='mso-bidi-font-weight:normal'>dough</b> for <i>ten</i>
minutes,<span style='mso-spacerun:yes'>  </span>see <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbread.example%2Fdough&amp;data=05%7C01%7C&amp;reserved=0">the book</a>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;
</span></span></span><![endif]>Flour<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>of <b>rye</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Salt<o:p></o:p></p>
<p class=MsoNormal>Then:<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Mix<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Bake<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-yfti-tbllook:1184'>
 <tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=301 valign=top style='width:225.4pt'>
  <p class=MsoNormal><b>Grain<o:p></o:p></b></p>
  </td>
  <td width=301 valign=top>
  <p class=MsoNormal><b>Water<o:p></o:p></b></p>
  </td>
 </tr>
 <tr style='mso-yfti-irow:1;mso-yfti-lastrow:yes'>
  <td width=301 valign=top><p class=MsoNormal>Rye<o:p></o:p></p></td>
  <td width=301 valign=top><p class=MsoNormal>80&nbsp;%<o:p></o:p></p></td>
 </tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="p1"><v:imagedata src="file:///C:/Temp/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=20 height=20 src="file:///C:/Temp/clip_image002.png"><![endif]><o:p></o:p></p>
<!--EndFragment-->
</body>
</html>`,
    markdown: `## Baking

Knead the **dough** for *ten* minutes, see [the book](https://bread.example/dough).

- Flour
  - of **rye**
- Salt

Then:

1. Mix
2. Bake

| Grain | Water |
| --- | --- |
| Rye | 80\u00a0% |`,
  },
  {
    from: 'Notion',
    html: `<meta charset='utf-8'><!-- notionvc: 5f0c2a31-58a7-4c0e-9a55-2a2f0c6f2b11 --><h1>Harvest</h1><p>We picked <strong>forty <em>crates</em></strong> and wrote <code>crates = 40</code>.</p><blockquote>The best year yet.</blockquote><ul><li>Apples<ul><li>Boskoop</li><li>Cox</li></ul></li><li>Pears</li></ul><ol><li>Sort<ol><li>by size</li></ol></li><li>Store</li></ol><pre><code class="language-JavaScript">const crates = 40;
if (crates &lt; 50) pick();</code></pre><table><thead><tr><th>Kind</th><th>Crates</th></tr></thead><tbody><tr><td>Cox</td><td>12</td></tr></tbody></table><p></p><p><a href="https://orchard.example/map">The map</a>\u200b</p><hr><!-- notionvc: 5f0c2a31-58a7-4c0e-9a55-2a2f0c6f2b11 -->`,
    markdown: `# Harvest

We picked **forty *crates*** and wrote \`crates = 40\`.

> The best year yet.

- Apples
  - Boskoop
  - Cox
- Pears

1. Sort
   1. by size
2. Store

\`\`\`javascript
const crates = 40;
if (crates < 50) pick();
\`\`\`

| Kind | Crates |
| --- | --- |
| Cox | 12 |

[The map](https://orchard.example/map)

---`,
  },
  {
    from: 'the block editor of WordPress',
    html: `<meta charset='utf-8'><!-- wp:heading -->
<h2 class="wp-block-heading">Honey</h2>
<!-- /wp:heading -->

<!-- wp:paragraph {"fontSize":"large"} -->
<p class="has-large-font-size">From <strong>our</strong> <em>own</em> bees.<br>Since 2019.</p>
<!-- /wp:paragraph -->

<!-- wp:image {"id":12,"sizeSlug":"large"} -->
<figure class="wp-block-image size-large"><img src="https://bees.example/wp-content/uploads/hive-1024x768.jpg" alt="A hive" class="wp-image-12"/></figure>
<!-- /wp:image -->

<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>Lime<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item -->
<li>June</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list --></li>
<!-- /wp:list-item -->

<!-- wp:list-item -->
<li>Heather</li>
<!-- /wp:list-item --></ul>
<!-- /wp:list -->

<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph -->
<p>Sweet.</p>
<!-- /wp:paragraph --></blockquote>
<!-- /wp:quote -->

<!-- wp:code -->
<pre class="wp-block-code"><code>bees --count</code></pre>
<!-- /wp:code -->

<!-- wp:table -->
<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Kind</th><th>kg</th></tr></thead><tbody><tr><td>Lime</td><td>9</td></tr></tbody></table></figure>
<!-- /wp:table -->`,
    markdown: `## Honey

From **our** *own* bees.\\
Since 2019.

![A hive](https://bees.example/wp-content/uploads/hive-1024x768.jpg)

- Lime
  - June
- Heather

> Sweet.

\`\`\`
bees --count
\`\`\`

| Kind | kg |
| --- | --- |
| Lime | 9 |`,
  },
  {
    from: 'an encyclopedia',
    html: `<meta charset='utf-8'><div class="mw-heading mw-heading2" style="color: rgb(0, 0, 0); font-family: sans-serif;"><h2 id="Uses" style="font-weight: normal;">Uses</h2><span class="mw-editsection"><span class="mw-editsection-bracket">[</span><a href="https://en.wiki.example/w/index.php?title=Quince&amp;action=edit&amp;section=2" title="Edit section: Uses"><span>edit</span></a><span class="mw-editsection-bracket">]</span></span></div><p style="color: rgb(32, 33, 34); font-size: 16px; font-style: normal; font-weight: 400; white-space: normal;">The<span>&nbsp;</span><b>quince</b><span>&nbsp;</span>is a<span>&nbsp;</span><a href="https://en.wiki.example/wiki/Fruit" title="Fruit" style="text-decoration: none;">fruit</a>.<sup id="cite_ref-1" class="reference" style="line-height: 1;"><a href="https://en.wiki.example/wiki/Quince#cite_note-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup><sup class="noprint Inline-Template Template-Fact">[<i><a href="https://en.wiki.example/wiki/Citation_needed">citation needed</a></i>]</sup></p><figure class="mw-default-size" typeof="mw:File/Thumb"><a href="https://en.wiki.example/wiki/File:Quince.jpg" class="mw-file-description"><img src="https://upload.wiki.example/thumb/Quince.jpg/250px-Quince.jpg" decoding="async" width="250" height="188" class="mw-file-element" srcset="https://upload.wiki.example/thumb/Quince.jpg/500px-Quince.jpg 2x" alt="Ripe quinces"></a></figure><ul><li>Jam</li><li>Jelly</li></ul>`,
    markdown: `## Uses

The **quince** is a [fruit](https://en.wiki.example/wiki/Fruit).

[![Ripe quinces](https://upload.wiki.example/thumb/Quince.jpg/250px-Quince.jpg)](https://en.wiki.example/wiki/File:Quince.jpg)

- Jam
- Jelly`,
  },
  {
    from: 'a README on GitHub',
    html: `<meta charset='utf-8'><div class="markdown-heading" dir="auto" style="box-sizing: border-box;"><h2 tabindex="-1" class="heading-element" dir="auto" style="font-weight: var(--base-text-weight-semibold, 600);">Install</h2><a id="user-content-install" class="anchor" aria-label="Permalink: Install" href="https://git.example/jam/jar#install"><svg class="octicon octicon-link" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="m7.775 3.275 1.25-1.25"></path></svg></a></div><p dir="auto">Run<span>&nbsp;</span><code style="font-size: 13.6px;">npm i jar</code><span>&nbsp;</span>first:</p><div class="highlight highlight-source-shell notranslate position-relative overflow-auto" dir="auto"><pre class="notranslate"><span class="pl-c"># all of it</span>
npm <span class="pl-k">run</span> jar</pre><div class="zeroclipboard-container"><clipboard-copy aria-label="Copy" class="ClipboardButton btn" value="npm run jar" role="button"><svg aria-hidden="true" class="octicon octicon-copy"><path d="M0 6.75"></path></svg></clipboard-copy></div></div><ul class="contains-task-list"><li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox" checked=""> lids</li><li class="task-list-item"><input type="checkbox" id="" disabled="" class="task-list-item-checkbox"> labels</li></ul><p dir="auto"><a href="https://git.example/jam/jar/blob/main/docs/lids.md">Lids</a> <del>and more</del></p>`,
    markdown: `## Install

Run \`npm i jar\` first:

\`\`\`shell
# all of it
npm run jar
\`\`\`

- [x] lids
- [ ] labels

[Lids](https://git.example/jam/jar/blob/main/docs/lids.md) ~~and more~~`,
  },
  {
    from: 'an e-mail in Gmail',
    html: `<meta charset='utf-8'><div dir="ltr" style="color: rgb(34, 34, 34); font-family: Arial, Helvetica, sans-serif; font-size: small; font-weight: 400;">Dear Emil,<div><br></div><div>the jars are<span>&nbsp;</span><b>here</b>. See<span>&nbsp;</span><a href="https://jars.example/list" target="_blank" data-saferedirecturl="https://www.google.com/url?q=https://jars.example/list&amp;source=gmail&amp;ust=1700000000000000&amp;usg=AOvVaw1" style="color: rgb(17, 85, 204);">the list</a>, and<span>&nbsp;</span><a href="https://www.google.com/url?q=https%3A%2F%2Fjars.example%2Flids&amp;source=gmail&amp;ust=1700000000000000" style="color: rgb(17, 85, 204);">lids</a>.</div><div><br></div><div><ul><li style="margin-left: 15px;">12 small</li><li style="margin-left: 15px;">6 large</li></ul></div><div>Anna&nbsp;</div><div class="yj6qo"></div><div class="adL"><br></div></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Mon, Emil wrote:<br></div><blockquote class="gmail_quote" style="margin: 0px 0px 0px 0.8ex; border-left: 1px solid rgb(204, 204, 204); padding-left: 1ex;"><div dir="ltr">Are they?</div></blockquote></div>`,
    markdown: `Dear Emil,

the jars are **here**. See [the list](https://jars.example/list), and [lids](https://jars.example/lids).

- 12 small
- 6 large

Anna

On Mon, Emil wrote:

> Are they?`,
  },
  {
    from: 'LibreOffice',
    html: `<!DOCTYPE html>
<html>
<head>
	<meta http-equiv="content-type" content="text/html; charset=utf-8"/>
	<title></title>
	<meta name="generator" content="LibreOffice 24.2.7.2 (Linux)"/>
	<style type="text/css">
		@page { size: 21cm 29.7cm; margin: 2cm }
		p { line-height: 115%; margin-bottom: 0.25cm; background: transparent }
	</style>
</head>
<body lang="en-GB" link="#000080" vlink="#800000" dir="ltr"><h1 class="western">Cider</h1>
<p style="line-height: 100%; margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt">Press
the <b>apples</b> <i>slowly</i>; <u>never</u> <font color="#ff0000"><span style="background: #ffff00">hot</span></font>.</font></font></p>
<p style="line-height: 100%; margin-bottom: 0cm"><br/>

</p>
<ul>
	<li><p style="line-height: 100%; margin-bottom: 0cm">Press</p></li>
	<ul>
		<li><p style="line-height: 100%; margin-bottom: 0cm">clean</p></li>
	</ul>
	<li><p style="line-height: 100%; margin-bottom: 0cm">Barrel</p></li>
</ul>
<table width="100%" cellpadding="4" cellspacing="0">
	<col width="128*"/>
	<col width="128*"/>
	<tr valign="top">
		<th width="50%" style="border: 1px solid #000000"><p align="center">Kind</p></th>
		<th width="50%"><p align="center">Litres</p></th>
	</tr>
	<tr valign="top">
		<td width="50%"><p>Dry</p></td>
		<td width="50%"><p>30</p></td>
	</tr>
</table>
<p style="line-height: 100%"><a href="https://cider.example/">More</a><sup>2</sup></p>
</body>
</html>`,
    markdown: `# Cider

Press the **apples** *slowly*; <u>never</u> hot.

- Press
  - clean
- Barrel

| Kind | Litres |
| --- | --- |
| Dry | 30 |

[More](https://cider.example/)<sup>2</sup>`,
  },
  {
    from: 'Apple Notes',
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">
<html>
<head>
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta http-equiv="Content-Style-Type" content="text/css">
<title></title>
<meta name="Generator" content="Cocoa HTML Writer">
<meta name="CocoaVersion" content="2575.4">
<style type="text/css">
p.p1 {margin: 0.0px 0.0px 0.0px 0.0px; font: 20.0px '.AppleSystemUIFont'}
li.li2 {margin: 0.0px 0.0px 0.0px 0.0px; font: 13.0px '.AppleSystemUIFont'}
span.s1 {font: 9.0px Menlo}
</style>
</head>
<body>
<p class="p1"><b>Market</b></p>
<p class="p2"><br></p>
<p class="p3">Bring<span class="Apple-converted-space">  </span>the <i>big</i> bag.</p>
<ul class="ul1">
<li class="li2"><span class="s1"></span>Leeks</li>
<ul class="ul2">
<li class="li2"><span class="s1"></span>three</li>
</ul>
<li class="li2"><span class="s1"></span>Kale<span class="Apple-converted-space"> </span></li>
</ul>
<p class="p3"><a href="https://market.example/"><span class="s2">market.example</span></a>\ufeff</p>
</body>
</html>`,
    markdown: `**Market**

Bring the *big* bag.

- Leeks
  - three
- Kale

[market.example](https://market.example/)`,
  },
  {
    from: 'a spreadsheet',
    html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1" data-sheets-baot="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px 2px 3px;vertical-align:bottom;font-weight:bold;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Fruit&quot;}">Fruit</td><td style="font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Price</td></tr><tr style="height:21px;"><td style="vertical-align:bottom;">Fig<br/>dried</td><td style="text-align:right;" data-sheets-numberformat="{&quot;1&quot;:4}">3.50</td></tr><tr style="height:21px;"><td></td><td style="font-style:italic;text-align:right;">3.50</td></tr></tbody></table></google-sheets-html-origin>`,
    markdown: `| Fruit | Price |
| --- | --- |
| Fig<br>dried | 3.50 |
|  | *3.50* |`,
  },
];
