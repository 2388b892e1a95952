const svg = (inside: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300"${attributes}>${inside}</svg>`

const square =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR42mM4Y2xsnHaGwXhm2v8zaQAltQX78SurNgAAAABJRU5ErkJggg=='

/** SVG features that renderers and browsers draw differently, one each. */
export const madeSvgs: Record<string, string> = {
  entity: `<!DOCTYPE svg [<!ENTITY warm "#c63">]>${svg('<rect x="40" y="40" width="320" height="220" fill="&warm;"/>')}`,
  prefix:
    '<s:svg xmlns:s="http://www.w3.org/2000/svg" viewBox="0 0 400 300"><s:circle cx="200" cy="150" r="120" fill="#285"/></s:svg>',
  'style in CDATA': svg(
    '<style><![CDATA[ .warm > rect { fill: #c63 } ]]></style><g class="warm"><rect x="60" y="60" width="280" height="180"/></g>',
  ),
  'root style': svg('<circle cx="200" cy="150" r="90" fill="#fff"/>', ' style="background:#246"'),
  language: svg(
    '<switch><rect systemLanguage="xx" width="400" height="300" fill="#c00"/><rect width="400" height="300" fill="#0a5"/></switch>',
  ),
  'nested sizes': svg(
    '<svg x="50%" width="50%" height="50%" viewBox="0 0 10 10"><rect width="10" height="10" fill="#36c"/></svg><svg y="150" width="100" height="150"><rect width="100%" height="100%" fill="#c63"/></svg>',
  ),
  'use and style': svg(
    '<defs><rect id="r" width="120" height="120" fill="inherit"/></defs><use href="#r" x="40" y="90" fill="#824"/><use href="#r" x="240" y="90" fill="#248"/>',
  ),
  markers: svg(
    '<marker id="m" markerWidth="6" markerHeight="6" refX="3" refY="3" orient="auto"><path d="M0 0L6 3L0 6z" fill="#c33"/></marker><path d="M60 240L200 60L340 240" fill="none" stroke="#333" stroke-width="8" marker-mid="url(#m)" marker-end="url(#m)"/>',
  ),
  patterns: svg(
    '<pattern id="p" width="40" height="40" patternUnits="userSpaceOnUse" patternTransform="rotate(20)"><circle cx="20" cy="20" r="14" fill="#583"/></pattern><rect width="400" height="300" fill="url(#p)"/>',
  ),
  'picture within': svg(
    `<image href="${square}" x="100" y="50" width="200" height="200" image-rendering="pixelated"/>`,
  ),
  shadow: svg(
    '<filter id="f" x="60" y="40" width="280" height="240" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="12"/><feOffset dy="8"/><feBlend in="SourceGraphic"/></filter><rect x="100" y="80" width="200" height="120" rx="12" fill="#fc6" filter="url(#f)"/>',
  ),
  'clip, mask and filter': svg(
    '<filter id="f"><feGaussianBlur stdDeviation="5"/></filter><linearGradient id="g"><stop stop-color="#fff"/><stop offset="1"/></linearGradient><mask id="m"><rect width="400" height="300" fill="url(#g)"/></mask><clipPath id="c"><circle cx="200" cy="150" r="120"/></clipPath><rect width="400" height="300" fill="#283" clip-path="url(#c)" mask="url(#m)" filter="url(#f)"/>',
  ),
  noise: svg(
    '<filter id="n"><feTurbulence baseFrequency=".03" numOctaves="2"/></filter><rect width="400" height="300" filter="url(#n)"/>',
  ),
  'words without a size': svg('<text x="2" y="24">Wide words</text>').replace('0 0 400 300', '0 0 90 40'),
  'words from the right': svg('<text x="380" y="170" font-size="70" direction="rtl">שלום</text>'),
  'words on a path': svg(
    '<path id="p" d="M40 240Q200 40 360 240" fill="none"/><text font-size="50"><textPath href="#p">round and round</textPath></text>',
  ),
  'page within': svg(
    '<rect width="400" height="300" fill="#eee"/><foreignObject width="400" height="300"><p xmlns="http://www.w3.org/1999/xhtml">page</p></foreignObject>',
  ),
}
