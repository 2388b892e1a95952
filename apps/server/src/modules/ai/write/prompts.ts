import { type AiKind, type AiLanguage, type AiTone, aiLanguages } from '@wingmark/contract/ai'

const tasks: Record<AiKind, string> = {
  CLEARER: 'Rewrite this comment on a design so that it is clear and easy to act upon. Keep its meaning.',
  ANSWER:
    'Write a short answer to this comment on a design, in the name of the person who asks you. People in it are called p1, p2 and so on.',
  TRANSLATE: 'Translate this text. Keep its tone.',
  DESCRIPTION:
    'Write a short description of a design review from these notes: what is shown, what to look at.',
  EXPERIENCE:
    'Write the experience section of a professional profile from these notes, in the first person. Invent nothing.',
  MESSAGE: 'Write a short, friendly first message to a colleague from these notes.',
}

const tones: Record<AiTone, string> = {
  FRIENDLY: 'Be friendly.',
  FORMAL: 'Be formal.',
  SHORT: 'Be as short as possible.',
}

const names = new Intl.DisplayNames('en', { type: 'language' })

export type Writing = {
  kind: AiKind
  tone: AiTone | undefined
  language: AiLanguage | undefined
  /** Characters allowed. */
  most: number
}

/** Our instructions, without any of others' text. */
export function rulesOf({ kind, tone, language, most }: Writing): string {
  return [
    'You help people who review designs with their words.',
    tasks[kind],
    tone ? tones[tone] : '',
    language
      ? `Write in ${names.of(language) ?? aiLanguages[language]}.`
      : 'Write in the language of the text.',
    `Use at most ${most} characters. Answer with the text alone, without quotes, title or remark.`,
  ]
    .filter(Boolean)
    .join('\n')
}
