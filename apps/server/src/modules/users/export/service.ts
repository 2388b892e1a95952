import type { Readable } from 'node:stream'
import { dayOf } from '@wingmark/contract/days'
import type { Deps } from '#server/deps'
import type { UserActor } from '#server/http/actor'
import type { SignedAddress } from '#server/http/signed-address'
import { openSound } from '#server/modules/files/integrity/service'
import { type Exported, exportEntries } from '#server/modules/users/export/present'
import {
  findSessionUser,
  listSessions,
  readSignedAddress,
  signAddress,
} from '#server/modules/users/sessions/service'
import { describeProfile } from '#server/modules/users/settings/service'
import { findUser } from '#server/modules/users/store'
import { DomainError } from '#server/platform/domain-error'
import { streamZip } from '#server/platform/zip/stream'

const path = '/user/api/v1/export'
const signed = { kind: 'export', of: [], seconds: 60 }

/** An address for downloads without a header; it expires with the session, or after a minute. */
export async function requestExport(deps: Deps, actor: UserActor) {
  const { query, expiresAt } = signAddress(deps, actor, signed)
  return { url: `${path}?${new URLSearchParams(query)}`, expiresAt }
}

/** The user of an export address. Throws UNAUTHENTICATED. */
export function readExportLink(deps: Deps, address: SignedAddress): Promise<string> {
  return readSignedAddress(deps, signed, address)
}

/** Whether the session that requested an export still exists. */
export async function isSessionLive(deps: Deps, session: string): Promise<boolean> {
  return (await findSessionUser(deps.db, session)) !== null
}

/** Everything that the user owns, as a streamed zip. */
export async function exportAccount(
  deps: Deps,
  userId: string,
): Promise<{ name: string; open: () => Readable }> {
  await deps.limits.consume({ exportByUser: userId })
  const user = await findUser(deps.db.orm, userId)
  if (!user) throw new DomainError('UNAUTHENTICATED')
  const actor = { kind: 'user', id: userId, name: user.name, sessionId: '' } as const
  const sessions = await listSessions(deps, actor)
  const account = {
    ...(await describeProfile(deps, actor)),
    storageUsedBytes: user.usedBytes,
    sessions: sessions.map(({ device, createdAt, expiresAt }) => ({ device, createdAt, expiresAt })),
  }
  const missing: string[] = []
  const exported: Exported = {
    db: deps.db,
    userId,
    account,
    at: new Date(),
    parts: deps.parts.exported,
    missing,
    openOriginal: async (file) => (await openSound(deps, file))?.stream() ?? null,
  }
  const open = () => {
    const stream = streamZip(exportEntries(exported), (entry) => missing.push(entry))
    return stream.on('error', (error) => deps.log.error({ err: error }, 'an export ended early'))
  }
  return { name: `wingmark-${user.username}-${dayOf(exported.at)}.zip`, open }
}
