import { Readable } from 'node:stream'
import type { CommentExportFormat } from '@wingmark/contract/comment-exports'
import { dayOf } from '@wingmark/contract/days'
import { formatCount } from '@wingmark/contract/formats'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { SignedAddress } from '#server/http/signed-address'
import { canEditReview } from '#server/modules/access/policy'
import { requireAbility, type UserCaller } from '#server/modules/access/service'
import { asAnnotations } from '#server/modules/comments/export/annotations'
import { asCsv } from '#server/modules/comments/export/csv'
import { asPdf } from '#server/modules/comments/export/paper/service'
import { annotatedPage } from '#server/modules/comments/export/pictures'
import { clockOf, type Exported } from '#server/modules/comments/export/present'
import { asWorkbook } from '#server/modules/comments/export/sheet/service'
import { findNamed, listThreads, marksMax } from '#server/modules/comments/export/store'
import { readReviewFiles } from '#server/modules/files/service'
import { findSessionUser, readSignedAddress, signAddress } from '#server/modules/users/sessions/service'
import { notFound } from '#server/platform/domain-error'
import { inPieces } from '#server/platform/in-pieces'
import { zipName } from '#server/platform/zip/names'

const linkSeconds = 60
/** Bytes of garbage per character of a table. */
const leftByEach = 32

/** The requested export; PNG is one page of a file. */
export type Wanted = {
  format: CommentExportFormat
  file?: string | undefined
  page?: number | undefined
  /** The time zone that a table shows beside UTC. */
  zone?: string | undefined
}

const signed = (id: string, { format, file, page, zone }: Wanted) => ({
  kind: 'comments',
  of: [id, format, file ?? '', page ?? 0, zone ?? ''],
})

/** An address for downloads without a header; it expires with the session, or after a minute. */
export async function requestExport(deps: Deps, caller: UserCaller, id: string, wanted: Wanted) {
  await requireAbility(deps, caller, { review: id }, canEditReview)
  const address = signAddress(deps, caller.actor, { ...signed(id, wanted), seconds: linkSeconds })
  const { format, file, page, zone } = wanted
  const query = new URLSearchParams({ format, ...address.query })
  if (file !== undefined) query.set('file', file)
  if (page !== undefined) query.set('page', String(page))
  if (zone !== undefined) query.set('zone', zone)
  return { url: `/comment/api/v1/export/${id}?${query}`, expiresAt: address.expiresAt }
}

/** The user of such an address. Throws UNAUTHENTICATED. */
export async function readExportLink(
  deps: Deps,
  id: string,
  link: Wanted & SignedAddress,
): Promise<UserActor> {
  const userId = await readSignedAddress(deps, signed(id, link), link)
  return { kind: 'user', id: userId, name: '', sessionId: link.session }
}

/** Whether the user still has access to the running download. */
export async function isStillAllowed(deps: Deps, actor: UserActor, id: string): Promise<boolean> {
  if ((await findSessionUser(deps.db, actor.sessionId)) !== actor.id) return false
  await requireAbility(deps, { actor, share: null }, { review: id }, canEditReview)
  return true
}

const formats: Record<CommentExportFormat, { mime: string; extension: string }> = {
  CSV: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
  XLSX: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  JSON: {
    mime: 'application/ld+json; profile="http://www.w3.org/ns/anno.jsonld"',
    extension: 'json',
  },
  PDF: { mime: 'application/pdf', extension: 'pdf' },
  PNG: { mime: 'image/png', extension: 'png' },
}

/** All comments of a review, streamed. Throws NOT_FOUND, FORBIDDEN, RATE_LIMITED. */
export async function exportComments(
  deps: Deps,
  caller: UserCaller,
  id: string,
  wanted: Wanted,
): Promise<{ mime: string; name: string; open: () => Readable }> {
  const { format } = wanted
  await requireAbility(deps, caller, { review: id }, canEditReview)
  await deps.limits.consume({ commentExportByUser: caller.actor.id })
  const review = await findNamed(deps.db, id)
  if (!review) throw notFound()
  if (format === 'PNG') return exportPage(deps, caller.actor.id, id, wanted)
  const reviewUrl = `${deps.config.publicUrl}/reviews/${id}`
  const open = () => {
    const given = { reviewUrl, clock: clockOf(wanted.zone ?? 'UTC') }
    const rows = exported(deps, id, given, format === 'PDF' ? 'PAGE' : 'TIME')
    const { name, comments: total } = review
    const facts = `${formatCount(total, 'comment')} · ${dayOf(new Date())}`
    const left = (letters: number) => deps.memory.garbage.leave(letters * leftByEach)
    const make = {
      CSV: () => inPieces(asCsv(rows), left),
      JSON: () => inPieces(asAnnotations(rows, { reviewUrl, name }), left),
      PDF: () => asPdf(deps, rows, { name, facts, user: caller.actor.id }),
    }
    const stream =
      format === 'XLSX' ? asWorkbook(rows, left) : Readable.from(make[format](), { objectMode: false })
    return stream.on('error', (error) => deps.log.error({ err: error }, 'an export of comments ended early'))
  }
  const { mime, extension } = formats[format]
  return { mime, name: `${zipName(review.name)} comments.${extension}`, open }
}

/** One page with its comments' numbers. Throws NOT_FOUND for pages without a picture. */
async function exportPage(deps: Deps, user: string, reviewId: string, { file, page = 1 }: Wanted) {
  const found = (await readReviewFiles(deps, reviewId)).find((one) => one.id === file)
  const picture = found && (await annotatedPage(deps, { file: found.id, page, format: 'png', user }))
  if (!found || !picture) throw notFound()
  const place = found.kind === 'PDF' ? `, page ${page}` : ''
  const which = picture.isCut ? `its first ${marksMax} comments` : 'comments'
  const name = `${zipName(found.name)}${place}, with ${which}.png`
  return { mime: formats.PNG.mime, name, open: () => Readable.from([picture.bytes]) }
}

async function* exported(
  deps: Deps,
  reviewId: string,
  given: Pick<Exported, 'reviewUrl' | 'clock'>,
  order: 'TIME' | 'PAGE',
): AsyncGenerator<Exported> {
  for (const { id, name, kind, commentCount, versionCount } of await readReviewFiles(deps, reviewId)) {
    if (commentCount === 0) continue
    const file = { id, name, kind, versionCount }
    for await (const thread of listThreads(deps.db, id, order)) yield { file, ...thread, ...given }
  }
}
