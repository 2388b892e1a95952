import type { RefObject } from 'react'
import { answerWishes, commentWishes, messageWishes, WriteHelp } from '#web/features/ai/write/write-help'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { commentWords } from '#web/features/comments/composer/written-words'

type Props = {
  place: ComposerPlace
  answers: string | undefined
  text: string
  field: RefObject<HTMLTextAreaElement | null>
  onUse: (text: string) => void
}

/** AI proposals; not where nothing leaves the device. */
export function ComposerHelp({ place, answers, text, field, onUse }: Props) {
  if (place.writer) return null
  return (
    <WriteHelp
      wishes={answers ? answerWishes : place.words ? messageWishes : commentWishes}
      text={text}
      max={(place.words ?? commentWords).max}
      comment={answers}
      review={place.review}
      field={field}
      onUse={onUse}
    />
  )
}

export function focusEnd(text: HTMLTextAreaElement | null): void {
  text?.focus({ preventScroll: true })
  text?.setSelectionRange(text.value.length, text.value.length)
}
