import { transferMessages } from '@wingmark/contract/transfers'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import { findSent } from '#server/modules/deliveries/claims/store'
import { listItems } from '#server/modules/deliveries/contents/store'
import {
  type DownloadLink,
  describeDownload,
  readDownload,
  signDownload,
} from '#server/modules/transfers/download/service'
import { invalidFields, notFound } from '#server/platform/domain-error'
import { isUuid } from '#server/platform/ids'

export const allSentPath = '/transfer/api/v1/sent-download'
const kind = 'sent'

const itemsOf = async (deps: Deps, id: string) =>
  (await listItems.rows(deps.db.pool, { id })).map((item) => item.id)

/** The whole delivery for its sender: the address names it, as its items may not fit into one. */
export async function requestAllSent(deps: Deps, actor: UserActor, id: string) {
  const ids = await itemsOf(deps, id)
  if (ids.length === 0) throw invalidFields({ items: transferMessages.nothingChosen })
  const { name, size } = await describeDownload(deps, actor.id, ids)
  return { name, size, ...signDownload(deps, actor, { path: allSentPath, kind, of: id }) }
}

/** The delivery that such an address is for. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function readAllSent(deps: Deps, link: DownloadLink) {
  const { owner, session } = await readDownload(deps, kind, link)
  const id = link.of
  if (!isUuid(id) || !(await findSent.first(deps.db.pool, { id, owner }))) throw notFound()
  return { owner, session, ids: await itemsOf(deps, id) }
}
