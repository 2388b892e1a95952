/** Shows a stored first view offline before the application. Repeats names of lib/cached-answers, lib/session and lib/share-token, too heavy to import. */

type Size = { width: number; height: number }
type Design = {
  _id: string
  name: string
  state: string
  previewUrl: string
  width?: number
  height?: number
  pages?: Size[]
}
type Kept = { body: { result: { files: Design[] } } }

const cssPxPerPoint = 96 / 72

async function showDesign(): Promise<void> {
  const [, id] = /^\/reviews\/([\da-f-]{36})$/.exec(location.pathname) ?? []
  const asked = new URLSearchParams(location.search)
  // The design of a comment is unknown here.
  if (!id || asked.has('comment')) return
  const share = sessionStorage.getItem(`wingmark.share.${id}`) ?? asked.get('share') ?? ''
  const { files } = (await readKept(`${reader()} ${share} /review/api/v1/${id}`))?.body.result ?? {}
  const design = files?.find((file) => file._id === asked.get('file')) ?? files?.[0]
  const page = Number(asked.get('page') ?? 1)
  if (design?.state === 'READY') draw(design, page)
}

function reader(): string {
  // None of its characters is ever escaped.
  const [, guest] = /"accessToken":"([^"]+)"/.exec(localStorage.getItem('wingmark.guest') ?? '') ?? []
  return (localStorage.getItem('wingmark.token') ?? guest ?? 'visitor').slice(-24)
}

function readKept(key: string): Promise<Kept | undefined> {
  return new Promise((done, fail) => {
    const opening = indexedDB.open('wingmark-kept')
    opening.onupgradeneeded = () => opening.result.createObjectStore('answers')
    opening.onerror = () => fail(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('answers').objectStore('answers').get(key)
      reading.onerror = () => fail(reading.error)
      // The app itself stored it.
      reading.onsuccess = () => done(reading.result as Kept | undefined)
    }
  })
}

/** As the server's HTML has it, and as the room will draw it. */
function draw({ name, previewUrl, ...file }: Design, page: number): void {
  const view = Object.assign(document.createElement('div'), { id: 'first-design' })
  const picture = Object.assign(document.createElement('img'), { alt: name, decoding: 'sync' })
  picture.setAttribute('elementtiming', 'first-design')
  picture.addEventListener('error', () => view.remove())
  view.append(picture)
  document.body.prepend(view)
  const points = file.pages?.[page - 1]
  const width = points ? points.width * cssPxPerPoint : file.width
  const height = points ? points.height * cssPxPerPoint : file.height
  if (width && height) fit(picture, { width, height }, view.clientWidth / view.clientHeight)
  picture.src = page > 1 ? `${previewUrl}${previewUrl.includes('?') ? '&' : '?'}page=${page}` : previewUrl
}

/** Not enlarged; along the stage if much taller or wider than that. */
function fit({ style }: HTMLElement, { width, height }: Size, stage: number): void {
  const own = width / height
  style.maxWidth = `calc(${width}px + 2*var(--padding))`
  style.maxHeight = `calc(${height}px + 2*var(--padding))`
  if (own <= 0.4 && stage >= 2 * own)
    Object.assign(style, { height: 'auto', maxHeight: 'none', placeSelf: 'start center' })
  if (own >= 2.5 && stage <= own / 2)
    Object.assign(style, { width: 'auto', maxWidth: 'none', placeSelf: 'center start' })
}

/** Then the application starts as after the server's first design. */
function goOn(): void {
  const after = document.querySelector<HTMLScriptElement>('script[data-after]')?.dataset['after'] ?? ''
  document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: after }))
}

void showDesign()
  .catch(() => undefined)
  .finally(goOn)
