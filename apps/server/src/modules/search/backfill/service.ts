import type { Deps } from '#server/deps'
import { reindexSome } from '#server/modules/connections/profiles/service'
import {
  askToFill,
  claimPart,
  fillSome,
  finishPart,
  hasLeft,
  keepPlace,
} from '#server/modules/search/backfill/store'
import { firstId } from '#server/platform/ids'

/** Other writers wait at most this many rows. */
const batch = 100
/** After this, other jobs take their turn. */
const turnMs = 500
const laterS = 10

/** Fills `search_words` in older rows. */
export async function fillWords(deps: Deps): Promise<void> {
  const end = performance.now() + turnMs
  let went: Step = 'on'
  while (went === 'on' && performance.now() < end) went = await fillBatch(deps)
  if (went !== 'over') await askToFill(deps.db, went === 'on' ? 0 : laterS)
}

type Step = 'on' | 'later' | 'over'

const fillBatch = (deps: Deps): Promise<Step> =>
  deps.db.orm.transaction(async (tx) => {
    const part = await claimPart(tx)
    if (!part) return 'over'
    const isProfiles = part.name === 'connection_profiles'
    const last = isProfiles ? await reindexSome(tx, part.after, batch) : await fillSome(tx, part, batch)
    if (last !== null) {
      await keepPlace(tx, { ...part, after: last })
      return 'on'
    }
    if (isProfiles || !(await hasLeft(tx, part.name))) {
      await finishPart(tx, part.name)
      return 'on'
    }
    await keepPlace(tx, { ...part, after: firstId })
    return 'later'
  })

export async function startFilling(deps: Deps): Promise<() => void> {
  await askToFill(deps.db)
  return () => {}
}
