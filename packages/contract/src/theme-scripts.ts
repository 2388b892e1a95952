/** Where a device keeps its theme, as the library of the web app does: light, dark or auto. */
export const themeKey = 'mantine-color-scheme-value'

/** The colours of the page at its edges, for browsers that draw their bar in them. */
export const edgeColors = { light: '#ffffff', dark: '#17181b' } as const

/**
 * The two scripts of a page's own HTML, which the content security policy knows by their hashes: the first paint of any
 * page is in the theme that was chosen on the device. This one stands in the head, before any style.
 */
export const themeScript = `(()=>{let s=null;try{s=localStorage.getItem('${themeKey}')}catch{}const t=s==='light'||s==='dark'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.setAttribute('data-mantine-color-scheme',t);document.querySelector('meta[name=theme-color]')?.setAttribute('content',t==='dark'?'${edgeColors.dark}':'${edgeColors.light}')})()`

/** And this one behind styles and pictures with `data-dark`, which are for the dark theme alone. */
export const darkPartsScript = `document.querySelectorAll('[data-dark]').forEach(e=>{e.media=document.documentElement.getAttribute('data-mantine-color-scheme')==='dark'?'all':'not all'})`
