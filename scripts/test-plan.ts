export type Part = { project: string; files: readonly string[] }

/** The parts that remain when someone names files or projects; a part of a path is enough, as for Vitest. */
export function chosenParts(parts: readonly Part[], given: readonly string[]): Part[] {
  const [names, only] = [namesOf(given), projectsOf(given)]
  return parts
    .filter(({ project }) => only.length === 0 || only.includes(project))
    .map(({ project, files }) => ({
      project,
      files: files.filter((file) => names.length === 0 || names.some((name) => file.includes(name))),
    }))
    .filter(({ files }) => files.length > 0)
}

const namesOf = (given: readonly string[]) =>
  given.filter((one, index) => !one.startsWith('-') && given[index - 1] !== '--project')

const projectsOf = (given: readonly string[]) =>
  given.flatMap((one, index) => {
    if (one.startsWith('--project=')) return [one.slice('--project='.length)]
    return given[index - 1] === '--project' ? [one] : []
  })

/** First words of `npm test`: which parts, how many files, and how many seconds the same took last time. */
export function planSentences(parts: readonly Part[], lastSeconds: number | null): string[] {
  const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
  const named = parts.map((part) => `${part.project} (${files(part.files.length)})`)
  return [
    `Tests: ${named.join(', ') || 'no file of these names'}.`,
    lastSeconds === null
      ? 'How long this takes is not known yet: it has not run to its end on this machine.'
      : `Last time this took ${inWords(lastSeconds)} on this machine.`,
  ]
}

function inWords(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 60) return `${whole} s`
  return `${Math.floor(whole / 60)} min ${whole % 60} s`
}

const remedies = {
  chromium:
    'the browser journeys, because there is no Chromium: install Chromium or Chrome, or name it in CHROMIUM_PATH.',
  swift:
    'the tests of files on S3, because there is no OpenStack Swift: install python3-swift of Debian or Ubuntu.',
  pgbouncer: 'the tests of a pooler before the database, because there is no PgBouncer: install it.',
  ffmpeg: 'the tests of frames and lengths of videos, because there is no ffmpeg: install it.',
}

/** At the end of `npm test`: a line for each tool whose tests could not run. */
export function missingSentences(isMissing: Record<keyof typeof remedies, boolean>): string[] {
  return Object.entries(remedies).flatMap(([tool, words]) =>
    isMissing[tool as keyof typeof remedies] ? [`NOT RUN: ${words}`] : [],
  )
}

/** Why a test skipped itself: what it gave to `skip`, or what its title says in brackets; in one line. */
export function skippedNote(title: string, given: string | undefined): string | null {
  const found = given ?? / \(not run: ([^)]+)\)/.exec(title)?.[1]
  return found?.replaceAll('\n', ' ') ?? null
}

/** A line for each reason that tests gave for skipping themselves. */
export const skippedSentences = (notes: readonly string[]): string[] =>
  [...new Set(notes)].map((note) => `NOT RUN: ${note}`)
