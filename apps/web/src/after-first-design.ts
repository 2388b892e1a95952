/** The application waits at most this long for a picture. */
const longestMs = 4_000
/** After the picture loads, for browsers that do not report painting, and for those that do. */
const likelyPaintedMs = 100
const surelyPaintedMs = 1_000

const wait = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms))
const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))

function isPainted(picture: HTMLImageElement): Promise<unknown> {
  const isReported = PerformanceObserver.supportedEntryTypes.includes('element')
  const reported = new Promise<unknown>((resolve) => {
    // The server's HTML gives the picture its `elementtiming`.
    if (isReported) new PerformanceObserver(resolve).observe({ type: 'element', buffered: true })
  })
  const loaded = new Promise<unknown>((resolve) => {
    if (picture.complete) resolve(true)
    picture.addEventListener('load', resolve)
    picture.addEventListener('error', resolve)
  })
  const later = loaded.then(nextFrame).then(() => wait(isReported ? surelyPaintedMs : likelyPaintedMs))
  return Promise.race([reported, later])
}

/** Scripts beside the first design would double its loading time. They rest in a template until the first paint. */
async function startApplication(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>(
    '#first-design img, #first-delivery img, #first-front img',
  )
  // A background tab is never painted.
  if (picture && !document.hidden) await Promise.race([isPainted(picture), wait(longestMs)])
  const tags = document.querySelector<HTMLTemplateElement>('#application')
  tags?.replaceWith(tags.content)
}

void startApplication()
