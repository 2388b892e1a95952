import { readFile } from 'node:fs/promises'
import { type CheckRule, type CheckRun, findingsMax } from '@wingmark/contract/checks'
import { parseJson } from '@wingmark/contract/json'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { takeFor } from '#server/modules/checks/rules/medium'
import { judge, knownRules } from '#server/modules/checks/rules/service'
import { addRunAgain, endRun, findRunToDo, type RunToDo, savePage } from '#server/modules/checks/run/store'
import { readBrief } from '#server/modules/checks/service'
import { wakeSubject } from '#server/modules/events/service'
import { sourceOf } from '#server/modules/files/rendering/service'
import { PageFacts } from '#server/platform/media/page-facts'
import { renderFailureText } from '#server/platform/media/render'
import { RenderError } from '#server/platform/media/render-protocol'

/** A run gives its place to others after this long, and goes on later. */
const sliceMs = 4_000
const tellEveryMs = 1_000
/** Pages after these are not checked. */
const pagesMax = 100

export { addRunsThatWaited } from '#server/modules/checks/run/store'

/** Goes on with a run where it stood; what was saved of it stays when the process is killed. */
export async function workOnRun(deps: Deps, runId: string): Promise<void> {
  const run = await findRunToDo(deps.db, runId)
  if (!run) return
  // Once it is drawn, it has its job again.
  if (run.blobState === 'PROCESSING') return
  if (run.blobState === 'FAILED') return end(deps, run, run.blobError ?? renderFailureText('DAMAGED'))
  const failure = await workOnPages(deps, run).catch(failureOf)
  if (failure === 'later') return addRunAgain(deps.db.orm, runId)
  await end(deps, run, failure)
}

/** Answers why it cannot go on, null for a run that is over, and `later` for one that has had its turn. */
async function workOnPages(deps: Deps, run: RunToDo): Promise<string | null> {
  const brief = await readBrief(deps, run.reviewId)
  const pages = Math.min(pagesMax, run.pageCount ?? 1)
  const until = performance.now() + sliceMs
  let toldAt = 0
  for (let page = run.pagesDone + 1; page <= pages; page++) {
    const facts = await readFacts(deps, run, page)
    const takenFor = takeFor(run.kind, facts, brief)
    const file = { bytes: run.bytes, twins: run.twins }
    const findings = judge({ kind: run.kind, page, facts, brief, takenFor, file }, run.rules)
    const isTold = page < pages && performance.now() - toldAt > tellEveryMs
    if (isTold) toldAt = performance.now()
    const notRun = rulesThatCannot(run)
    const saved = await deps.db.orm.transaction((tx) =>
      savePage(tx, { run, page, pages, takenFor, notRun, findings, most: findingsMax, isTold }),
    )
    if (!saved) return null
    if (isTold) wakeSubject(deps, ofReview(run.reviewId))
    if (page < pages && performance.now() > until) return 'later'
  }
  return null
}

/** In a picture nothing is read yet. */
const withoutReading: readonly CheckRule[] = ['FILE']

function rulesThatCannot({ kind, rules }: RunToDo): CheckRun['notRun'] {
  const able = kind === 'PDF' ? knownRules : withoutReading
  return rules
    .filter((rule) => !able.includes(rule))
    .map((rule) => ({ rule, why: kind === 'PDF' ? 'Not checked in PDFs.' : 'Not checked in pictures.' }))
}

async function readFacts(deps: Deps, run: RunToDo, page: number): Promise<PageFacts> {
  if (run.kind === 'IMAGE') return factsOfPicture(run)
  const { storage, renderer } = deps
  const output = storage.temporaryPath()
  try {
    await storage.withLocalFile(sourceOf(run), (path) =>
      renderer.render({ kind: 'pdf-facts', path, page, output }, { uploader: `check ${run.userId}` }),
    )
    const facts = parseJson(await readFile(output, 'utf8'), PageFacts)
    if (facts === null) throw new RenderError('DAMAGED')
    return facts
  } finally {
    await storage.discardTemporary(output)
  }
}

function factsOfPicture({ width, height }: RunToDo): PageFacts {
  const size = { width: width ?? 1, height: height ?? 1 }
  return { size, texts: [], images: [], missingFonts: [], trim: null, isBlank: false }
}

function failureOf(error: unknown): string {
  if (error instanceof RenderError) return renderFailureText(error.failure)
  throw error
}

async function end(deps: Deps, run: RunToDo, error: string | null): Promise<void> {
  await deps.db.orm.transaction((tx) =>
    endRun(tx, run, error === null ? { state: 'DONE' } : { state: 'FAILED', error }),
  )
  wakeSubject(deps, ofReview(run.reviewId))
}
