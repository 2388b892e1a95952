/** The application waits no longer than this for a picture. */
const longestMs = 4_000
/** From the picture's arrival, for browsers that do not tell when they have painted it, and for those that do. */
const likelyPaintedMs = 100
const surelyPaintedMs = 1_000

const wait = (ms: number) => new Promise<unknown>((resolve) => setTimeout(resolve, ms))
const nextFrame = () => new Promise<unknown>((resolve) => requestAnimationFrame(resolve))

function isPainted(picture: HTMLImageElement): Promise<unknown> {
  const isTold = PerformanceObserver.supportedEntryTypes.includes('element')
  const told = new Promise<unknown>((resolve) => {
    // The server's HTML gives the picture its `elementtiming`.
    if (isTold) new PerformanceObserver(resolve).observe({ type: 'element', buffered: true })
  })
  const loaded = new Promise<unknown>((resolve) => {
    if (picture.complete) resolve(true)
    picture.addEventListener('load', resolve)
    picture.addEventListener('error', resolve)
  })
  const later = loaded.then(nextFrame).then(() => wait(isTold ? surelyPaintedMs : likelyPaintedMs))
  return Promise.race([told, later])
}

/**
 * On a slow line, scripts and styles beside the first design would double the time until it shows. So the server puts
 * their tags into a template, where they rest, and this small script brings them to life after the first paint.
 */
async function startApplication(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>(
    '#first-design img, #first-delivery img, #first-front img',
  )
  // A page in the background is not painted at all.
  if (picture && !document.hidden) await Promise.race([isPainted(picture), wait(longestMs)])
  const tags = document.querySelector<HTMLTemplateElement>('#application')
  tags?.replaceWith(tags.content)
}

void startApplication()
