import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { dayOf } from '@wingmark/contract/days'
import { parseJson } from '@wingmark/contract/json'
import { z } from 'zod'
import type { Deps } from '#server/deps'
import { annotatedPage } from '#server/modules/comments/export/pictures'
import { colorOf, type Exported, messageOf, writtenOf } from '#server/modules/comments/export/present'
import { marksMax } from '#server/modules/comments/export/store'
import type { CommentsToLayOut, Entry } from '#server/platform/media/lay-out-comments'
import { type Sheet, writePdf } from '#server/platform/pdf/write-pdf'

/** Twice the number of rendering processes, so that no less urgent work comes in between. */
const jobsAtOnce = 4
/** The number laid out at a time. */
const entriesAtOnce = 200
const charactersAtOnce = 200_000
/** A longer one is opened by hardly any program; the tables have all. */
const sheetsMax = 3_000
const Sheets = z.array(z.object({ contents: z.string(), hasPicture: z.boolean() }))

type Given = { name: string; facts: string; user: string }

/** All comments below their pages, numbered; streamed one page at a time. */
export function asPdf(deps: Deps, rows: AsyncIterable<Exported>, given: Given): AsyncGenerator<Buffer> {
  return writePdf(sheetsOf(deps, rows, given), given.name)
}

async function* sheetsOf(deps: Deps, rows: AsyncIterable<Exported>, given: Given): AsyncGenerator<Sheet> {
  let count = 0
  const rendered: AsyncIterable<Drawn> = Readable.from(jobsOf(rows, given)).map(
    (job: Job) => draw(deps, job, given.user),
    {
      concurrency: jobsAtOnce,
    },
  )
  for await (const { sheets, picture } of rendered) {
    for (const { contents, hasPicture } of sheets) yield { contents, picture: hasPicture ? picture : null }
    count += sheets.length
    if (count < sheetsMax) continue
    const facts = 'There are more comments than fit here. Export a table to get all of them.'
    const [end] = await layOut(deps, { ...blank, facts }, given.user)
    yield { contents: end?.contents ?? '', picture: null }
    return
  }
}

type Drawn = { sheets: z.infer<typeof Sheets>; picture: Sheet['picture'] }

async function draw(deps: Deps, { file, page, comments }: Job, user: string): Promise<Drawn> {
  const picture = page > 0 ? await annotatedPage(deps, { file, page, format: 'jpeg', user }) : null
  const size = picture && { width: picture.width, height: picture.height }
  const note = picture?.isCut ? `The picture shows the first ${marksMax} of these comments.` : null
  return { picture, sheets: await layOut(deps, { ...comments, picture: size, note }, user) }
}

const blank: CommentsToLayOut = {
  title: null,
  facts: null,
  heading: null,
  note: null,
  picture: null,
  entries: [],
}

type Job = { file: string; page: number; comments: CommentsToLayOut }

/** Jobs for the comments of a page, split if there are many. */
async function* jobsOf(rows: AsyncIterable<Exported>, { name, facts }: Given): AsyncGenerator<Job> {
  let job: Job = { file: '', page: 0, comments: { ...blank, title: name, facts } }
  let place = ''
  let letters = 0
  for await (const row of rows) {
    const { file, comment } = row
    const page = comment.marker?.page ?? 0
    const isElsewhere = place !== `${file.id} ${page}`
    const { entries } = job.comments
    if (
      entries.length > 0 &&
      (isElsewhere || entries.length >= entriesAtOnce || letters > charactersAtOnce)
    ) {
      yield job
      job = { file: file.id, page: 0, comments: { ...blank, entries: [] } }
      letters = 0
    }
    if (isElsewhere) {
      place = `${file.id} ${page}`
      const heading = page > 0 && file.kind === 'PDF' ? `${file.name} · Page ${page}` : file.name
      job = { file: file.id, page, comments: { ...job.comments, heading, entries: [] } }
    }
    const entry = entryOf(row)
    letters += entry.text.length
    job.comments.entries.push(entry)
  }
  yield job
}

function entryOf(row: Exported): Entry {
  const { comment, reply, file } = row
  const { author, isGuest, createdAt, attachments } = writtenOf(row)
  const isResolved = comment.status === 'RESOLVED'
  const who = [
    author,
    isGuest && 'Guest',
    dayOf(createdAt),
    !reply && file.versionCount > 1 && `Version ${comment.version}`,
    !reply && isResolved && (comment.resolvedBy ? `Resolved by ${comment.resolvedBy}` : 'Resolved'),
  ]
  const files = attachments.length > 0 ? `Attached: ${attachments.join(', ')}` : ''
  return {
    badge: reply || comment.number === null ? null : String(comment.number),
    color: colorOf(comment.color),
    isResolved,
    isReply: reply !== null,
    who: who.filter((word) => word !== false).join(' · '),
    text: [messageOf(row), files].filter((words) => words !== '').join('\n'),
  }
}

/** Runs in the rendering process: others' text decides how long layout takes. */
async function layOut(
  { storage, renderer }: Deps,
  comments: CommentsToLayOut,
  user: string,
): Promise<z.infer<typeof Sheets>> {
  const path = storage.temporaryPath()
  try {
    await renderer.render({ kind: 'comment-sheets', path, comments }, { uploader: user })
    const sheets = parseJson(await readFile(path, 'utf8'), Sheets)
    if (sheets === null) throw new Error('The drawing process wrote no sheets')
    return sheets
  } finally {
    await storage.discardTemporary(path)
  }
}
