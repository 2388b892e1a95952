/** One of these at the end says which version or copy it is. */
const endings = [
  /\(\d+\)$/,
  /\b(?:v|ver|version|r|rev|revision)[ .]?\d+(?:\.\d+)*$/,
  /\b(?:final|finals|draft|new|latest|updated|approved)(?: ?\d+)?$/,
  /\bcopy(?: ?\d+)?$/,
  // 2026-11-28, 28.11.2026 and 20261128.
  /\b(?:19|20)\d\d ?[-. ]? ?[01]\d ?[-. ]? ?[0-3]\d$/,
  /\b[0-3]?\d[-. ][01]?\d[-. ](?:19|20)\d\d$/,
]

/** A file's name without what changes from version to version. */
export function stemOf(name: string): string {
  const whole = inWords(name.replace(/(?<=.)\.[^.\s]{1,10}$/, '')).replace(/^copy of /, '')
  let stem = whole
  for (let before = ''; stem !== before; ) {
    before = stem
    for (const ending of endings) stem = stem.replace(ending, '').replace(/[ .-]+$/, '')
  }
  return stem === '' ? whole : stem
}

const inWords = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_\s]+/g, ' ')
    .replace(/ *- */g, '-')
    .replace(/-(?=\D)/g, ' ')
    .trim()

type Named = { _id: string; name: string }

/** For each name, the file that it is likely a new version of; null without one. */
export function matchNames(names: readonly string[], files: readonly Named[]): (string | null)[] {
  const stems = files.map(({ _id, name }) => ({ _id, name: name.toLowerCase(), stem: stemOf(name) }))
  return names.map((name) => {
    const same = stems.filter(({ stem }) => stem === stemOf(name))
    const exact = same.find((file) => file.name === name.toLowerCase())
    return (exact ?? same[0])?._id ?? null
  })
}
