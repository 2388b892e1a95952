import { contrastOf, rgbOf } from '@wingmark/contract/contrast'
import {
  certain,
  type Found,
  fingerprintOfWords,
  inside,
  quoted,
  short,
} from '#server/modules/checks/rules/found'
import { unitOf } from '#server/modules/checks/rules/measure'
import type { Judged } from '#server/modules/checks/rules/service'

/** WCAG 2.2: text of 24 px, or of 18.66 px in bold, needs less; in print the same as points. */
const large = { SCREEN: { plain: 24, bold: 18.66 }, PRINT: { plain: 18, bold: 14 } }
const needed = { AA: { plain: 4.5, large: 3 }, AAA: { plain: 7, large: 4.5 } }
/** Less contrast than this means a watermark, or text not meant to be seen. */
const unseen = 1.06
/** Colours are measured, so a slight miss is ignored. */
const slack = 0.05

const black = [0, 0, 0] as const
/** Light text on a dark ground. */
const isLight = ({ text, background }: { text: string; background: string }) =>
  contrastOf(rgbOf(text), black) > contrastOf(rgbOf(background), black)

/** Text too pale for its background, by WCAG 2.2, 1.4.3 and 1.4.6. */
export function findContrast(judged: Judged): Found[] {
  const { kind, facts, takenFor, brief } = judged
  const unit = unitOf(judged)
  const least = large[takenFor.medium]
  return facts.texts.flatMap((text): Found[] => {
    if (text.colors === null) return []
    // Where the size is unknown, only text too pale at any size is reported.
    const isLarge = unit === null || text.size / unit >= (text.isBold ? least.bold : least.plain)
    const need = needed[brief.strictness][isLarge ? 'large' : 'plain']
    const has = contrastOf(rgbOf(text.colors.text), rgbOf(text.colors.background))
    if (has >= need - slack || has < unseen) return []
    const reading = `${short(Math.floor(has * 10) / 10)}:1`
    const maybe = text.certainty < certain
    return [
      {
        rule: 'CONTRAST',
        severity: has < need * 0.67 ? 'HIGH' : 'MEDIUM',
        region: inside(text.box),
        words: text.words,
        says: `${reading}, needs ${short(need)}:1`,
        proposal: `${quoted(text.words)} ${maybe ? 'may be' : 'is'} too pale to read: its contrast is ${reading}, ${brief.strictness} asks for ${short(need)}:1.`,
        swatches: [text.colors.text, text.colors.background],
        maybe,
        fingerprint: fingerprintOfWords(kind, 'CONTRAST', text.words, {
          measured: [text.colors.text, text.colors.background],
          lasting: [isLight(text.colors) ? 'light' : 'dark'],
        }),
      },
    ]
  })
}
