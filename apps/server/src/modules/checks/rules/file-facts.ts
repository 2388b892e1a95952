import type { CheckRule } from '@wingmark/contract/checks'
import { type Found, fingerprintOf, short } from '#server/modules/checks/rules/found'
import { isCutUnknown, millimetres, unitOf } from '#server/modules/checks/rules/measure'
import type { Judged } from '#server/modules/checks/rules/service'

const heavyBytes = 5 * 1024 * 1024
const rule: CheckRule = 'FILE'

const about = (severity: Found['severity'], kind: string, says: string, proposal: string): Found => ({
  rule,
  severity,
  region: null,
  words: null,
  says,
  proposal,
  swatches: [],
  maybe: false,
  fingerprint: fingerprintOf(rule, kind, says),
})

/** Faults of the file rather than the design. */
export function findFileFaults(judged: Judged): Found[] {
  const { facts, page, takenFor, kind, file } = judged
  const found = [...findWrongSize(judged)]
  if (facts.isBlank)
    found.push(about('MEDIUM', `blank ${page}`, 'Blank page', 'This page is blank. Is that intended?'))
  for (const name of facts.missingFonts)
    found.push(
      about(
        takenFor.medium === 'PRINT' ? 'HIGH' : 'LOW',
        'font',
        `${name} is not embedded`,
        `The font ${name} isn’t embedded, so other devices will show a different one.`,
      ),
    )
  if (page > 1) return found
  const isForWeb = kind === 'IMAGE' && takenFor.medium === 'SCREEN'
  if (isForWeb && file.bytes > heavyBytes) {
    const size = `${short(file.bytes / 1024 / 1024)} MB`
    found.push(
      about('LOW', 'heavy', `${size}, heavy for the web`, `${size} is heavy for an image on the web.`),
    )
  }
  for (const name of file.twins)
    found.push(about('MEDIUM', 'twin', `The same file as ${name}`, `This is the same file as ${name}.`))
  return found
}

function findWrongSize(judged: Judged): Found[] {
  const { facts, page, takenFor, brief } = judged
  const { width, height } = brief
  if (isCutUnknown(facts, takenFor)) return []
  const perUnit = unitOf(judged)
  if (width === null || height === null || perUnit === null || page > 1) return []
  const isPrint = takenFor.medium === 'PRINT'
  const part = (isPrint ? facts.trim : null) ?? { width: 1, height: 1 }
  const measure = (side: number) => (isPrint ? millimetres(side / perUnit) : side / perUnit)
  const has = [measure(facts.size.width * part.width), measure(facts.size.height * part.height)]
  const [w = 0, h = 0] = has
  const isRight = Math.abs(w - width) <= 1 && Math.abs(h - height) <= 1
  if (isRight) return []
  const unit = isPrint ? 'mm' : 'px'
  const is = `${Math.round(w)} × ${Math.round(h)} ${unit}`
  const wants = `${width} × ${height} ${unit}`
  return [
    about('HIGH', 'size', `${is}, the brief says ${wants}`, `The size is ${is}; the brief says ${wants}.`),
  ]
}
