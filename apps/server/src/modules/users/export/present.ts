import { Readable } from 'node:stream'
import { beginningOf } from '@wingmark/contract/shorten'
import type { ExportedItem } from '#server/db/by-pages'
import type { Database } from '#server/db/client'
import type { Parts } from '#server/module-parts'
import {
  type ExportedFile,
  type ExportedThread,
  listCommentsElsewhere,
  listFilesElsewhere,
  listFilesOfReview,
  listNotifications,
  listRepliesElsewhere,
  listReviewsOf,
  listThreadsOfReview,
} from '#server/modules/users/export/store'
import { downloadName } from '#server/platform/media/file-name'
import { zipName } from '#server/platform/zip/names'
import type { ZipEntry } from '#server/platform/zip/stream'

export type Exported = {
  db: Database
  userId: string
  account: object
  at: Date
  parts: Parts<unknown>['exported']
  /** Paths of entries whose bytes were missing or damaged. */
  missing: readonly string[]
  openOriginal: (file: ExportedFile) => Promise<Readable | null>
}

const readMe = `This is everything in your Wingmark account.

account.json              your profile, settings and sessions
reviews/                  each of your reviews: its details, comments, designs in all versions and attachments as uploaded
comments-elsewhere.json   what you wrote in other people’s reviews, with replies-elsewhere.json
files/                    your uploads that are in none of your reviews
notifications.json        your notifications

All other files are named after what they contain.

Times are in UTC. Positions on a design are fractions of its width and height, from the top left.
`

/** The entries of an export, in order; each is read from the database as it is written. */
export async function* exportEntries(of: Exported): AsyncGenerator<ZipEntry> {
  const { db, userId, at } = of
  yield text('README.txt', at, readMe)
  yield text('account.json', at, `${JSON.stringify(of.account, null, 2)}\n`)
  for await (const review of listReviewsOf(db, userId)) {
    // The id ends at random, so reviews of the same name get separate folders.
    const folder = `reviews/${zipName(beginningOf(review.name, 80))} ${review.id.slice(-8)}`
    yield text(`${folder}/review.json`, review.createdAt, `${JSON.stringify(review.facts, null, 2)}\n`)
    yield json(`${folder}/comments.json`, at, asThreads(listThreadsOfReview(db, review.id)))
    for await (const file of listFilesOfReview(db, review.id)) {
      const place = String((file.position ?? 0) + 1).padStart(3, '0')
      yield file.isAttachment
        ? original(of, file, `${folder}/attachments/${file.id.slice(-8)}`)
        : original(of, file, `${folder}/designs/${place}${versionOf(file)}`)
    }
  }
  yield list('comments-elsewhere.json', at, listCommentsElsewhere(db, userId))
  yield list('replies-elsewhere.json', at, listRepliesElsewhere(db, userId))
  for await (const file of listFilesElsewhere(db, userId))
    yield original(of, file, `files/${file.id.slice(-8)}${versionOf(file)}`)
  yield list('notifications.json', at, listNotifications(db, userId))
  for (const part of of.parts)
    for (const [name, items] of Object.entries(part)) yield list(`${name}.json`, at, items(db, userId))
  if (of.missing.length > 0) yield text('missing-files.txt', at, `${of.missing.join('\n')}\n`)
}

const versionOf = (file: ExportedFile) => (file.hasVersions ? ` version ${file.version}` : '')

function original(of: Exported, file: ExportedFile, start: string): ZipEntry {
  return {
    path: `${start} ${zipName(downloadName(file.name, file.mime))}`,
    modifiedAt: file.createdAt,
    isPacked: true,
    open: () => of.openOriginal(file),
  }
}

function text(path: string, modifiedAt: Date, content: string): ZipEntry {
  return { path, modifiedAt, isPacked: false, open: async () => Readable.from([Buffer.from(content)]) }
}

function list(path: string, modifiedAt: Date, items: AsyncIterable<ExportedItem>): ZipEntry {
  return json(path, modifiedAt, asJsonList(items))
}

function json(path: string, modifiedAt: Date, chunks: AsyncIterable<Buffer>): ZipEntry {
  return { path, modifiedAt, isPacked: false, open: async () => Readable.from(chunks) }
}

async function* asJsonList(items: AsyncIterable<ExportedItem>): AsyncGenerator<Buffer> {
  let separator = '['
  for await (const { item } of items) {
    yield Buffer.from(`${separator}\n${JSON.stringify(item)}`)
    separator = ','
  }
  yield Buffer.from(separator === '[' ? '[]\n' : '\n]\n')
}

/** Like `asJsonList`, for comments with any number of replies: none is in memory as a whole. */
async function* asThreads(threads: AsyncIterable<ExportedThread>): AsyncGenerator<Buffer> {
  let separator = '['
  for await (const { item, replies } of threads) {
    yield Buffer.from(`${separator}\n${JSON.stringify(item).slice(0, -1)},"replies":[`)
    let comma = ''
    for await (const reply of replies) {
      yield Buffer.from(comma + JSON.stringify(reply.item))
      comma = ','
    }
    yield Buffer.from(']}')
    separator = ','
  }
  yield Buffer.from(separator === '[' ? '[]\n' : '\n]\n')
}
