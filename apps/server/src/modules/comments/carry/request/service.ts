import type { CarryReady } from '@wingmark/contract/carry'
import type { z } from 'zod'
import type { Deps } from '#server/deps'
import { canModerate } from '#server/modules/access/policy'
import { type Caller, requireAbility, type WriterCaller } from '#server/modules/access/service'
import { requireVersion } from '#server/modules/comments/carry/fixes/service'
import { lacksResolved, requestCarry, requestResolved } from '#server/modules/comments/carry/request/store'

/** Tries again what could not be carried onto the current version. */
export async function carryAgain(
  deps: Deps,
  caller: WriterCaller,
  file: string,
  version: number,
): Promise<z.infer<typeof CarryReady>> {
  await requireAbility(deps, caller, { file }, canModerate)
  await deps.limits.consume({ statusByWriter: caller.actor.id })
  const { isCurrent } = await requireVersion(deps.db.pool, file, version)
  if (isCurrent) await deps.db.orm.transaction((tx) => requestCarry(tx, file))
  const { state } = await requireVersion(deps.db.pool, file, version)
  return { _id: file, version, state }
}

/** Has resolved comments carried for those who look at them; those who ask too often see them where they were. */
export async function carryResolved(
  deps: Deps,
  { actor }: Pick<Caller, 'actor'>,
  where: { file: string; version: number },
): Promise<void> {
  if (actor.kind === 'visitor' || !(await lacksResolved(deps.db, where))) return
  const isAllowed = await deps.limits.consume({ compareByWriter: actor.id }).then(
    () => true,
    () => false,
  )
  if (isAllowed) await requestResolved(deps.db, where.file)
}
