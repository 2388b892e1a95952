import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { momentWords } from '@wingmark/contract/days'
import { formatCount } from '@wingmark/contract/formats'
import { parseJson } from '@wingmark/contract/json'
import type { RoundSummary } from '@wingmark/contract/round-summary'
import { shorten } from '@wingmark/contract/shorten'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { breakLines } from '#server/platform/pdf/lines'
import { sheetSize, writePdf } from '#server/platform/pdf/write-pdf'

const Sheets = z.array(z.object({ contents: z.string() }))
/** As comments are laid out, with room for the heading and the end. */
const width = sheetSize.width - 110
const linesMax = 46
const decisionsMax = 8

const words = {
  OPEN: 'Open',
  APPROVED: 'Approved',
  APPROVED_WITH_CHANGES: 'Approved with changes',
  CHANGES_REQUESTED: 'Changes requested',
} as const

const shortMoment = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(at))

type File = RoundSummary['files'][number]

function decisionLine(
  { decision, name, note, version, isOlder, decidedAt }: File['decisions'][number],
  zone: string,
) {
  const on = isOlder ? ` (version ${version})` : ''
  const said = note === '' ? '' : `: “${shorten(note.replace(/\s+/g, ' '), 80)}”`
  return `${words[decision]}${on} · ${name} · ${shortMoment(decidedAt, zone)}${said}`
}

function entryOf(file: File, zone: string) {
  const shown = file.decisions.slice(0, decisionsMax)
  const rest = file.decisions.length - shown.length
  return {
    ...{ badge: null, color: '#000000', isResolved: false, isReply: false },
    who: `${file.name} · Version ${file.version} · ${words[file.outcome]}`,
    text: [
      ...shown.map((one) => decisionLine(one, zone)),
      ...(rest > 0 ? [`And ${formatCount(rest, 'more decision')}`] : []),
      ...(shown.length === 0 ? ['Nobody has decided.'] : []),
      `SHA-256 ${file.sha256 ?? 'not known yet'}`,
    ].join('\n'),
  }
}

/** As many files as one sheet holds. */
function entriesOf({ files, timeZone }: RoundSummary) {
  const entries = files.map((file) => entryOf(file, timeZone))
  let lines = 0
  const end = entries.findIndex(({ text }) => {
    lines += breakLines(text, 9.5, width).length + 1.6
    return lines > linesMax
  })
  if (end === -1) return entries
  const left = `And ${formatCount(files.length - end, 'more file')}, in the data of this summary.`
  return [...entries.slice(0, end), { ...blankEntry, text: left }]
}

const blankEntry = { badge: null, color: '#000000', isResolved: false, isReply: false, who: '' }

function factsOf({ outcome, state, closedAt, endsAt, timeZone }: RoundSummary): string {
  const when = (time: string) => momentWords(new Date(time), timeZone)
  return `${words[outcome]} · ${state === 'CLOSED' && closedAt ? `Closed ${when(closedAt)}` : `Due ${when(endsAt)}`}`
}

/** One page: what was approved, by whom, when, with the checksum of each file. */
export async function summaryPdf(
  { storage, renderer }: Deps,
  summary: RoundSummary,
  user: string,
): Promise<Readable> {
  const title = `${summary.review.name} · Round ${summary.number}`
  const comments = {
    ...{ title, facts: factsOf(summary), heading: null, note: null, picture: null },
    entries: entriesOf(summary),
  }
  const path = storage.temporaryPath()
  try {
    await renderer.render({ kind: 'comment-sheets', path, comments }, { uploader: user })
    const [first] = parseJson(await readFile(path, 'utf8'), Sheets) ?? []
    if (!first) throw new Error('The drawing process wrote no sheet')
    return Readable.from(writePdf(once({ contents: first.contents, picture: null }), title), {
      objectMode: false,
    })
  } finally {
    await storage.discardTemporary(path)
  }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield await Promise.resolve(value)
}
