import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { carryPage, pairedPages } from '#server/modules/comments/carry/carrying/pages'
import * as store from '#server/modules/comments/carry/carrying/store'
import { addEvent, signalSubject } from '#server/modules/events/service'
import { CARRY_ALGORITHM, type CarriedPin } from '#server/platform/media/carry/carry-pins'
import { renderFailureText } from '#server/platform/media/render'
import { RenderError } from '#server/platform/media/render-protocol'

/** These take a few minutes with pauses; longer problems do not go away by themselves. */
const mostTries = 5
/** In one task of the render child, which has little time. */
const pinsAtOnce = 50
const unexplained = 'They couldn’t be read.'

type What = { file: string; withResolved: boolean }

/** The job: carries open comments onto the current version; what is written already stays. `tries` includes this one. */
export async function carryComments(deps: Deps, { file, withResolved }: What, tries: number): Promise<void> {
  const onto = await store.findCurrent.first(deps.db.pool, { file })
  if (!onto) return
  const error = await carryAll(deps, { file, withResolved }, onto).catch((cause: unknown) => {
    if (tries < mostTries) throw cause
    deps.log.warn({ err: cause, file, version: onto.version }, 'pins could not be carried')
    return unexplained
  })
  await deps.db.orm.transaction(async (tx) => {
    await store.finishRun(tx, { file, version: onto.version, error })
    await addEvent(tx, ofReview(onto.reviewId), { event: 'carry.ready', targetId: file })
  })
  signalSubject(deps, ofReview(onto.reviewId))
}

/** Returns why some could not be read; null if all could. */
async function carryAll(deps: Deps, what: What, onto: store.VersionBytes): Promise<string | null> {
  const { version } = onto
  const algorithm = CARRY_ALGORITHM
  const todo = await store.findToCarry.rows(deps.db.pool, { ...what, version, algorithm })
  const gone = todo.filter(({ isGone }) => isGone)
  await store.saveCarried(
    deps.db,
    version,
    gone.map((pin) => rowOf(pin, { ...notFound, confidence: 'SURE' }, store.algorithmOfGone)),
  )
  const byVersion = Map.groupBy(
    todo.filter(({ isGone }) => !isGone),
    ({ fromVersion }) => fromVersion,
  )
  const errors: string[] = []
  for (const [from, pins] of byVersion) {
    const source = await store.findVersion(deps.db, what.file, from)
    // What cannot be seen stays on its own version.
    if (!source?.isDrawable || !onto.isDrawable) continue
    errors.push(...(await carryFrom(deps, { source, onto }, pins)))
  }
  return errors[0] ?? null
}

type Both = { source: store.VersionBytes; onto: store.VersionBytes }

async function carryFrom(deps: Deps, both: Both, pins: readonly store.ToCarry[]): Promise<string[]> {
  const errors: string[] = []
  const pages = await pairedPages(deps, both)
  for (const [page, there] of Map.groupBy(pins, ({ fromMarker }) => fromMarker.page)) {
    const to = pages.find(([from]) => from === page)?.[1] ?? null
    for (let at = 0; at < there.length; at += pinsAtOnce) {
      const some = there.slice(at, at + pinsAtOnce)
      const error = await carrySome(deps, both, some, { from: page, to })
      if (error !== null) errors.push(error)
    }
  }
  return errors
}

/** Written at once, so that the first ones are shown soon and nothing is done twice. */
async function carrySome(
  deps: Deps,
  both: Both,
  pins: readonly store.ToCarry[],
  { from, to }: { from: number; to: number | null },
): Promise<string | null> {
  try {
    const markers = pins.map(({ fromMarker }) => fromMarker)
    const found =
      to === null ? markers.map(() => notFound) : await carryPage(deps, both, { from, to, markers })
    const rows = pins.map((pin, at) => rowOf(pin, onPage(found[at] ?? notFound, to), CARRY_ALGORITHM))
    await store.saveCarried(deps.db, both.onto.version, rows)
    return null
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    deps.log.warn({ err: error, file: both.onto.id }, 'pins of a page could not be carried')
    return renderFailureText(error.failure)
  }
}

const notFound: CarriedPin = { outcome: 'NOT_FOUND', confidence: 'UNSURE', marker: null }

const onPage = (pin: CarriedPin, page: number | null): CarriedPin =>
  pin.marker && page !== null ? { ...pin, marker: { ...pin.marker, page } } : pin

/** No surer than the place that it was carried from. */
function rowOf(pin: store.ToCarry, { outcome, marker, confidence }: CarriedPin, algorithm: number) {
  const { id, fromVersion, fromMarker, isFromSure } = pin
  const isSure = confidence === 'SURE' && isFromSure
  return { id, fromVersion, fromMarker, isFromSure, outcome, marker, isSure, algorithm }
}
