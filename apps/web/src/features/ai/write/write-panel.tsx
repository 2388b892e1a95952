import { Button, NativeSelect } from '@mantine/core'
import {
  type AiKind,
  type AiLanguage,
  type AiTone,
  aiLanguages,
  type GenerateBody,
} from '@wingmark/contract/ai'
import { useEffect, useRef, useState } from 'react'
import { byAi } from '#web/features/ai/host-words'
import { useAi, useChangeAi } from '#web/features/ai/queries'
import { CharactersLeft } from '#web/features/ai/write/characters-left'
import { useWriting } from '#web/features/ai/write/use-writing'
import classes from './write.module.css'

export type Wish = { kind: AiKind; tone?: AiTone; label: string }

type Props = {
  wishes: readonly Wish[]
  text: string
  /** The comment being answered. */
  comment: string | undefined
  /** Its review. */
  review: string | undefined
  onUse: (text: string) => void
  onClose: () => void
}

const own = Object.keys(aiLanguages).find((code) => navigator.language.startsWith(code)) ?? 'en'
const isLanguage = (code: string): code is AiLanguage => code in aiLanguages

/** What can be done with the user's own text; then a proposal, which only its reader applies. */
export function WritePanel({ wishes, text, comment, review, onUse, onClose }: Props) {
  const ai = useAi()
  const change = useChangeAi()
  const { state, begin, stop } = useWriting(review)
  const [wish, setWish] = useState<Wish | null>(null)
  const [language, setLanguage] = useState<AiLanguage>(isLanguage(own) ? own : 'en')
  const heading = useRef<HTMLParagraphElement>(null)
  const step = state ? 'proposal' : wish ? 'notice' : 'wishes'
  useEffect(() => {
    if (step !== 'wishes') heading.current?.focus()
  }, [step])
  if (!ai) return null

  const bodyOf = ({ kind, tone }: Wish): GenerateBody => ({
    kind,
    text,
    ...(tone ? { tone } : {}),
    ...(kind === 'TRANSLATE' ? { language } : {}),
    ...(kind === 'ANSWER' && comment ? { comment } : {}),
  })
  const ask = (wanted: Wish) => {
    setWish(wanted)
    if (ai.isTold) void begin(bodyOf(wanted))
  }

  if (!state && wish)
    return (
      <div className={classes.panel}>
        <p ref={heading} tabIndex={-1} className={classes.title}>
          Your text will be read {byAi(ai)}.
        </p>
        <p className={classes.hint}>Nothing is sent automatically. You can turn AI off in Your Profile.</p>
        <div className={classes.actions}>
          <Button variant="subtle" color="gray" size="xs" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="light"
            size="xs"
            loading={change.isPending}
            onClick={() => change.mutate({ isTold: true }, { onSuccess: () => void begin(bodyOf(wish)) })}
          >
            Continue
          </Button>
        </div>
      </div>
    )

  if (!state || !wish)
    return (
      <div className={classes.panel}>
        <p className={classes.title}>Write with AI</p>
        <div className={classes.wishes}>
          {wishes.map((one) => {
            const isEmpty = text.trim() === '' && !(one.kind === 'ANSWER' && comment)
            return (
              <Button key={one.label} variant="default" size="xs" disabled={isEmpty} onClick={() => ask(one)}>
                {one.kind === 'TRANSLATE' ? `${one.label} ${aiLanguages[language]}` : one.label}
              </Button>
            )
          })}
        </div>
        {wishes.some(({ kind }) => kind === 'TRANSLATE') && (
          <NativeSelect
            label="Language to translate into"
            size="xs"
            value={language}
            onChange={(event) =>
              isLanguage(event.currentTarget.value) && setLanguage(event.currentTarget.value)
            }
            data={Object.entries(aiLanguages).map(([value, label]) => ({ value, label }))}
          />
        )}
        <CharactersLeft />
        {text.trim() === '' && <p className={classes.hint}>Write a few words first.</p>}
      </div>
    )

  const isWriting = state.at === 'writing'
  return (
    <div className={classes.panel} aria-busy={isWriting}>
      <p ref={heading} tabIndex={-1} className={classes.title} role="status">
        {isWriting ? 'Writing a suggestion…' : state.text === '' ? 'No suggestion' : 'Suggestion'}
      </p>
      {state.text !== '' && <p className={classes.words}>{state.text}</p>}
      {state.at === 'done' && state.note && <p className={classes.hint}>{state.note}</p>}
      {state.at === 'ended' && (
        <p role="alert" className={classes.hint}>
          {state.error ?? 'Stopped. Characters already written still count.'}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" color="gray" size="xs" onClick={onClose}>
          {isWriting || state.text !== '' ? 'Discard' : 'Close'}
        </Button>
        {isWriting ? (
          <Button variant="default" size="xs" onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={() => void begin(bodyOf(wish))}>
            Regenerate
          </Button>
        )}
        {!isWriting && state.text !== '' && (
          <Button variant="light" size="xs" onClick={() => onUse(state.text)}>
            Use suggestion
          </Button>
        )}
      </div>
    </div>
  )
}
