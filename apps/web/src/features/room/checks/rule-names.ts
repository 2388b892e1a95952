import type { CheckRule, CheckRun, Severity } from '@wingmark/contract/checks'

export const ruleNames: Record<CheckRule, string> = {
  CONTRAST: 'Contrast',
  TEXT_SIZE: 'Text size',
  RESOLUTION: 'Resolution',
  MARGIN: 'Margins',
  SPELLING: 'Spelling',
  COLORS: 'Similar colours',
  FILE: 'File',
}

export const severityNames: Record<Severity, string> = {
  HIGH: 'Serious',
  MEDIUM: 'Moderate',
  LOW: 'Minor',
}

/** The detected kind of file, in words. */
export function takenForInWords(takenFor: NonNullable<CheckRun['takenFor']>): string {
  return takenFor.medium === 'PRINT' ? 'print' : `a screen at ${takenFor.scale}×`
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

export const languageName = (code: string) => languageNames.of(code) ?? code
