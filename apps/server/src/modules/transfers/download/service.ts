import { accountFilesMax, accountFoldersMax, transferItemsMax } from '@wingmark/contract/limits'
import { transferMessages } from '@wingmark/contract/transfers'
import { parse, stringify } from 'uuid'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { SignedAddress } from '#server/http/signed-address'
import { findPlaced } from '#server/modules/files/for-transfers/service'
import { type Bytes, zipOf } from '#server/modules/transfers/download/zip'
import { requireTransferOrFile } from '#server/modules/transfers/lists/service'
import {
  countTransfers,
  findTransfers,
  listBelow,
  sumBelow,
  type TransferRow,
} from '#server/modules/transfers/store'
import { findSessionUser, readSignedAddress, signAddress } from '#server/modules/users/sessions/service'
import { DomainError, invalidFields, notFound } from '#server/platform/domain-error'
import { inTurnOfEach } from '#server/platform/run-in-turn'
import { zipName } from '#server/platform/zip/names'

const path = '/transfer/api/v1/download'
const linkSeconds = 3600
/** As many files and folders as an account can hold. */
const mostZipped = accountFilesMax + accountFoldersMax

const kind = 'transfers'

/** `of`: the items it is for. */
export type DownloadLink = SignedAddress & { of: string }

/** An address for downloads without a header; it expires with the session, or after an hour. */
export function signDownload(
  deps: Deps,
  actor: UserActor,
  { path: to, kind: as, of }: { path: string; kind: string; of: string },
) {
  const { query, expiresAt } = signAddress(deps, actor, { kind: as, of: [of], seconds: linkSeconds })
  return { url: `${to}?${new URLSearchParams({ of, ...query })}`, expiresAt }
}

/** The user of the address. Throws UNAUTHENTICATED. */
export async function readDownload(deps: Deps, as: string, link: DownloadLink) {
  const owner = await readSignedAddress(deps, { kind: as, of: [link.of] }, link)
  return { owner, session: link.session }
}

/** An address for some of the caller's own things. */
export async function requestDownload(deps: Deps, actor: UserActor, items: readonly string[]) {
  const ids = [...new Set(items)]
  if (ids.length > transferItemsMax) throw invalidFields({ items: transferMessages.tooManyChosen })
  const { name, size } = await describeDownload(deps, actor.id, ids)
  const of = Buffer.concat(ids.map((id) => parse(id))).toString('base64url')
  return { name, size, ...signDownload(deps, actor, { path, kind, of }) }
}

/** The download's name and total bytes; `title` names several items. Throws NOT_FOUND. */
export async function describeDownload(deps: Deps, owner: string, ids: readonly string[], title = '') {
  const rows = await findTransfers.rows(deps.db.pool, { owner, ids })
  if (rows.length !== ids.length) throw notFound()
  const bytes = await sumBelow.first(deps.db.pool, { owner, ids })
  return { name: await nameDownload(deps, owner, rows, title), size: bytes?.bytes ?? 0 }
}

/** What such an address is for. Throws UNAUTHENTICATED. */
export async function readLink(deps: Deps, link: DownloadLink) {
  const given = await readDownload(deps, kind, link)
  const bytes = Buffer.from(link.of, 'base64url')
  const ids = Array.from({ length: bytes.length / 16 }, (_, n) => stringify(bytes, n * 16))
  return { ...given, ids }
}

export const isStillThere = async (
  deps: Deps,
  { owner, session, ids }: { owner: string; session: string; ids: readonly string[] },
) =>
  (await findSessionUser(deps.db, session)) === owner &&
  (await countTransfers.first(deps.db.pool, { owner, ids }))?.count === ids.length

export async function findOne(deps: Deps, actor: UserActor, id: string): Promise<string> {
  return (await requireTransferOrFile(deps, actor, id)).id
}

/** One file as it is, otherwise a zip called `name`. Throws NOT_FOUND, RATE_LIMITED for too many zips of one owner. */
export async function findDownload(
  deps: Deps,
  owner: string,
  ids: readonly string[],
  { isOwners = true, name = null }: { isOwners?: boolean; name?: string | null } = {},
): Promise<Bytes> {
  const tops = await findTransfers.rows(deps.db.pool, { owner, ids })
  if (tops.length === 0 || tops.length !== ids.length) throw notFound()
  const [only] = tops
  if (tops.length === 1 && only?.fileId) {
    const file = await findPlaced(deps, owner, only.fileId)
    if (!file) throw new DomainError('SERVER_ERROR')
    return { ...file, open: async () => (await file.open()) ?? fail() }
  }
  if (isOwners) await deps.limits.consume({ zipByUser: owner })
  return ofOwner(owner, async () => {
    const rows = await listBelow.rows(deps.db.pool, { owner, ids, most: mostZipped })
    const called = name ?? (await nameDownload(deps, owner, tops, ''))
    return zipOf(deps, owner, { name: called, tops, rows })
  })
}

/** Preparing 50,000 files takes half a second and blocks everyone else. */
const ofOwner = inTurnOfEach(1)

function fail(): never {
  throw new DomainError('SERVER_ERROR')
}

/** One item by its own name, several by the title or their common folder. */
async function nameDownload(
  { db }: Deps,
  owner: string,
  tops: readonly TransferRow[],
  title: string,
): Promise<string> {
  const [first] = tops
  if (tops.length === 1 && first) return first.type === 'FILE' ? first.name : `${zipName(first.name)}.zip`
  if (title !== '') return `${zipName(title)}.zip`
  const parent = first?.parentId ?? null
  const areTogether = parent !== null && tops.every((one) => one.parentId === parent)
  const folder = areTogether ? await findTransfers.first(db.pool, { owner, ids: [parent] }) : null
  return `${folder ? zipName(folder.name) : 'wingmark-transfers'}.zip`
}
