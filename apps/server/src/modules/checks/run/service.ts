import { readFile } from 'node:fs/promises'
import {
  type Brief,
  type CheckRule,
  checkedPagesMax,
  findingsMax,
  languageOfAll,
} from '@wingmark/contract/checks'
import { parseJson } from '@wingmark/contract/json'
import type { Deps } from '#server/deps'
import { ofReview } from '#server/modules/access/subjects/policy'
import { isCutUnknown, unitOf } from '#server/modules/checks/rules/measure'
import { takeFor } from '#server/modules/checks/rules/medium'
import { judge } from '#server/modules/checks/rules/service'
import {
  addRunAgain,
  addRunForLater,
  endRun,
  findRunToDo,
  findTwins,
  listBlobsWithoutSum,
  type RunToDo,
  savePage,
} from '#server/modules/checks/run/store'
import { readBrief } from '#server/modules/checks/service'
import { signalSubject } from '#server/modules/events/service'
import { digest, sourceOf } from '#server/modules/files/rendering/service'
import type { Spelling } from '#server/platform/media/misspelled'
import { PageFacts } from '#server/platform/media/page-facts'
import { renderFailureText } from '#server/platform/media/render'
import { RenderError } from '#server/platform/media/render-protocol'

/** After this long, a run lets others go first and continues later. */
const sliceMs = 4_000
const sendEveryMs = 1_000
/** These take a few minutes with pauses; longer problems do not go away by themselves. */
const mostTries = 5

export { addRunsThatWaited } from '#server/modules/checks/run/store'

/** Continues a run; saved pages survive a killed process. `tries` includes this one. */
export async function workOnRun(deps: Deps, runId: string, tries: number): Promise<void> {
  const run = await findRunToDo(deps.db, runId)
  if (!run) return
  try {
    await goOn(deps, run, tries)
  } catch (error) {
    if (tries < mostTries) throw error
    deps.log.error({ err: error, runId }, 'a file could not be checked')
    await end(deps, run, 'This file couldn’t be checked.')
  }
}

async function goOn(deps: Deps, run: RunToDo, tries: number): Promise<void> {
  // Rendering adds the job again, unless it finished before this run existed.
  if (run.blobState === 'PROCESSING')
    return (await addRunForLater(deps.db.orm, run.id)) ? undefined : workOnRun(deps, run.id, tries)
  if (run.blobState === 'FAILED') return end(deps, run, run.blobError ?? renderFailureText('DAMAGED'))
  const failure = await workOnPages(deps, run).catch(failureOf)
  if (failure === 'later') return addRunAgain(deps.db.orm, run.id)
  await end(deps, run, failure)
}

/** Returns the reason for a failure, null when finished, `later` when its time slice is over. */
async function workOnPages(deps: Deps, run: RunToDo): Promise<string | null> {
  const brief = await readBrief(deps, run.reviewId)
  const spelling = spellingOf(deps, run, brief)
  const file = { bytes: run.bytes, twins: await twinsOf(deps, run) }
  const until = performance.now() + sliceMs
  let notifiedAt = 0
  const cannot = new Map<CheckRule, string>(run.notRun.map(({ rule, why }) => [rule, why]))
  let { pagesDone: done, pages } = run
  while (done === 0 || done < pages) {
    const from = done
    const facts = await readFacts(deps, { ...run, pages }, from, spelling)
    done = run.kind === 'PDF' ? from + 1 : facts.parts.read
    pages = run.kind === 'PDF' ? Math.min(checkedPagesMax, run.pageCount ?? 1) : facts.parts.of
    const page = run.kind === 'PDF' ? done : 1
    const takenFor = takeFor(run.kind, facts, brief)
    // Findings about the whole picture came with its first part.
    const rules = page > from ? run.rules : run.rules.filter((rule) => ofWords.includes(rule))
    const findings = judge({ kind: run.kind, page, facts, brief, takenFor, file }, rules)
    const isTold = done < pages && performance.now() - notifiedAt > sendEveryMs
    if (isTold) notifiedAt = performance.now()
    const known = {
      unit: unitOf({ kind: run.kind, facts, brief, takenFor }),
      cutIsUnknown: isCutUnknown(facts, takenFor),
      isSizeKnown: takenFor.medium === 'PRINT' && brief.width !== null,
    }
    for (const rule of run.rules) {
      const why = whyNot(rule, run, facts, spelling, known)
      if (why !== null) cannot.set(rule, why)
    }
    const notRun = [...cannot].map(([rule, why]) => ({ rule, why }))
    const step = { run, page, done, pages, takenFor, notRun, findings, most: findingsMax, isTold }
    if (!(await deps.db.orm.transaction((tx) => savePage(tx, step)))) return null
    if (isTold) signalSubject(deps, ofReview(run.reviewId))
    if (done < pages && performance.now() > until) return 'later'
  }
  return null
}

/** Computes missing checksums first; only needed for the first page. */
async function twinsOf(deps: Deps, { fileId, pagesDone, rules }: RunToDo): Promise<string[]> {
  if (pagesDone > 0 || !rules.includes('FILE')) return []
  for (const blob of await listBlobsWithoutSum(deps.db, fileId))
    await digest(deps, blob).catch((error: unknown) => {
      if (!(error instanceof RenderError)) throw error
    })
  return findTwins(deps.db, fileId)
}

/** Text recognition in pictures only knows English letters. */
function spellingOf({ dictionaries }: Deps, { kind }: RunToDo, { languages: wanted }: Brief): Spelling {
  const known = [languageOfAll, ...dictionaries.map(({ language }) => language)]
  const languages = wanted.length === 0 ? known : wanted
  return {
    languages: kind === 'PDF' ? languages : languages.filter((one) => one === languageOfAll),
    dictionaries,
  }
}

/** Rules that need the words of a picture. */
const ofWords: readonly CheckRule[] = ['CONTRAST', 'TEXT_SIZE', 'MARGIN', 'SPELLING']
const partUnread = 'Part of this image was skipped because it takes too long to read.'
const unread: Partial<Record<string, string>> = {
  TOO_SLOW: 'This image takes too long to read.',
  TOO_LARGE: 'This image is too large to read.',
  TOO_MANY_PIXELS: 'This image is too large to read.',
}

function whyNot(
  rule: CheckRule,
  { kind }: RunToDo,
  { spelling, reason }: Facts,
  { languages }: Spelling,
  { unit, cutIsUnknown, isSizeKnown }: { unit: number | null; cutIsUnknown: boolean; isSizeKnown: boolean },
): string | null {
  if (reason !== null && ofWords.includes(rule)) return reason
  if (reason !== null && reason !== partUnread && rule === 'COLORS')
    return 'Reading the colours of this image took too long.'
  if (unit === null && (rule === 'TEXT_SIZE' || rule === 'MARGIN'))
    return 'The printed size of this image is unknown. Add it to the brief.'
  if (rule === 'MARGIN' && cutIsUnknown) return 'This PDF has a bleed but no trim box. Export it with one.'
  if (rule === 'SPELLING' && kind === 'IMAGE' && (spelling?.isForeign || !languages.includes(languageOfAll)))
    return 'In images, only English is checked. Other languages are checked in PDFs.'
  if (rule === 'SPELLING' && spelling?.isForeign)
    return 'The text isn’t in any of the brief’s languages, or this server has no dictionary for it.'
  if (rule === 'RESOLUTION' && kind === 'IMAGE' && !isSizeKnown)
    return 'This only checks images in PDFs, and images for print whose size is in the brief.'
  return null
}

/** `reason`: why there are no words, for the user. */
type Facts = PageFacts & { reason: string | null }

/** Reads the next page, or as many parts of a picture as time allows. */
async function readFacts(deps: Deps, run: RunToDo, done: number, spelling: Spelling): Promise<Facts> {
  try {
    return { ...(await readOn(deps, run, done, spelling)), reason: null }
  } catch (error) {
    const reason = run.kind === 'IMAGE' && error instanceof RenderError ? unread[error.failure] : undefined
    if (reason === undefined) throw error
    return { ...factsOfPicture(run, done), reason: done > 0 ? partUnread : reason }
  }
}

async function readOn(deps: Deps, run: RunToDo, done: number, spelling: Spelling): Promise<PageFacts> {
  const { storage, renderer } = deps
  const output = storage.temporaryPath()
  const isSvg = run.mime === 'image/svg+xml'
  try {
    await storage.withLocalFile(sourceOf(run), (path) =>
      renderer.render(
        run.kind === 'PDF'
          ? { kind: 'pdf-facts', path, page: done + 1, output, spelling }
          : { kind: 'picture-facts', path, svg: isSvg, part: done, output, spelling },
        { uploader: `check ${run.userId}` },
      ),
    )
    const facts = parseJson(await readFile(output, 'utf8'), PageFacts)
    if (facts === null) throw new RenderError('DAMAGED')
    return facts
  } finally {
    await storage.discardTemporary(output)
  }
}

/** A picture, or a part of it, that could not be read. */
function factsOfPicture({ width, height, pages }: RunToDo, done: number): PageFacts {
  const size = { width: width ?? 1, height: height ?? 1 }
  return {
    size,
    texts: [],
    images: [],
    neighbours: [],
    missingFonts: [],
    trim: null,
    bleed: null,
    isBlank: false,
    parts: { read: done + 1, of: Math.max(done + 1, pages) },
    spelling: null,
  }
}

function failureOf(error: unknown): string {
  if (error instanceof RenderError) return renderFailureText(error.failure)
  throw error
}

async function end(deps: Deps, run: RunToDo, error: string | null): Promise<void> {
  await deps.db.orm.transaction((tx) =>
    endRun(tx, run, error === null ? { state: 'DONE' } : { state: 'FAILED', error }),
  )
  signalSubject(deps, ofReview(run.reviewId))
}
