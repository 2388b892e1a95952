/** The key under which Mantine keeps a device's theme: light, dark or auto. */
export const themeKey = 'mantine-color-scheme-value'

/** The colours of the browser's bar. */
export const edgeColors = { light: '#ffffff', dark: '#17181b' } as const

/** Inline in the head before any style, allowed by its hash, so that the first paint has the chosen theme. */
export const themeScript = `(()=>{let s=null;try{s=localStorage.getItem('${themeKey}')}catch{}const t=s==='light'||s==='dark'?s:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.setAttribute('data-mantine-color-scheme',t);document.querySelector('meta[name=theme-color]')?.setAttribute('content',t==='dark'?'${edgeColors.dark}':'${edgeColors.light}')})()`

/** Inline after styles and pictures with `data-dark`, which are for the dark theme alone. */
export const darkPartsScript = `document.querySelectorAll('[data-dark]').forEach(e=>{e.media=document.documentElement.getAttribute('data-mantine-color-scheme')==='dark'?'all':'not all'})`
