import type { CarryReady, Fix, Fixes } from '@wingmark/contract/carry'
import type { z } from 'zod'
import type { Database, Transaction } from '#server/db/client'
import type { Deps } from '#server/deps'
import type { Actor } from '#server/http/actor'
import { canModerate, mayReadEarlierVersions, type ReviewAccess } from '#server/modules/access/policy'
import { type Caller, requireAccess } from '#server/modules/access/service'
import { presentFix } from '#server/modules/comments/carry/fixes/present'
import * as store from '#server/modules/comments/carry/fixes/store'
import { DomainError, notFound } from '#server/platform/domain-error'

export { presentFix } from '#server/modules/comments/carry/fixes/present'

/** What is to check on a version, the current one by default. Nothing for those who see only current versions. */
export async function listFixes(
  deps: Deps,
  caller: Caller,
  file: string,
  version: number | null,
): Promise<Fixes> {
  const access = await requireAccess(deps, caller, { file })
  const { pool } = deps.db
  const on = await store.findOnVersion.first(pool, { file, version })
  const seesEarlier = mayReadEarlierVersions(access)
  if (!on || !(on.isCurrent || seesEarlier)) throw notFound()
  const where = { file, version: on.version }
  const rows = seesEarlier ? await store.listFixes.rows(pool, where) : []
  const alignments = seesEarlier ? await store.listAlignments.rows(pool, where) : []
  const { total = 0, checkedCount: checked = 0 } = rows[0] ?? {}
  return {
    ...{ version: on.version, state: on.state, error: on.error },
    ...{ toCheck: total - checked, checked },
    alignments: alignments.map(({ decidedAt, ...one }) => ({
      ...{ version: on.version, decidedAt: decidedAt.toISOString(), ...one },
    })),
    fixes: rows.map((one) => presentFix(one, access, caller.actor)),
    can: { align: canModerate(access) },
  }
}

/** The version by its number. Throws VERSION_CHANGED for one that was removed, NOT_FOUND for one that never was. */
export async function requireVersion(
  db: Transaction | Database['pool'],
  file: string,
  version: number,
): Promise<store.OnVersion> {
  const on = await store.findOnVersion.first(db, { file, version })
  if (on) return on
  const current = await store.findOnVersion.first(db, { file, version: null })
  if (!current || version > current.lastVersion) throw notFound()
  throw new DomainError('VERSION_CHANGED', { version: current.version })
}

/** As it stands now. Throws NOT_FOUND. */
export async function readFix(
  deps: Deps,
  { access, actor }: { access: ReviewAccess; actor: Actor },
  { comment, version }: { comment: string; version: number },
): Promise<Fix> {
  const stored = await store.findFix(deps.db.pool, comment, version)
  if (!stored) throw notFound()
  return presentFix(stored, access, actor)
}

/** Fixes of comments on the current versions, for no particular reader. Checks no permission. */
export async function readFixes(deps: Deps, ids: readonly string[]): Promise<store.StoredFix[]> {
  return ids.length === 0 ? [] : store.findFixes.rows(deps.db.pool, { ids })
}

/** How far carrying onto the current versions of these files is. Checks no permission. */
export async function readCarryStates(
  deps: Deps,
  files: readonly string[],
): Promise<z.infer<typeof CarryReady>[]> {
  const found = files.length === 0 ? [] : await store.findRuns.rows(deps.db.pool, { files })
  return found.map(({ file, ...run }) => ({ _id: file, ...run }))
}
