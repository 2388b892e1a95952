import { VisuallyHidden } from '@mantine/core'
import type { Marker } from '@wingmark/contract/comments'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { AttachedFiles } from '#web/features/comments/composer/attached-files'
import { ClosedActions } from '#web/features/comments/composer/closed-actions'
import { type Attached, hasContent } from '#web/features/comments/composer/compose-state'
import { ComposerActions } from '#web/features/comments/composer/composer-actions'
import { focusEnd } from '#web/features/comments/composer/composer-help'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { MentionField } from '#web/features/comments/composer/mention-field'
import { NameStep } from '#web/features/comments/composer/name-step'
import { OtherDrafts } from '#web/features/comments/composer/other-drafts'
import { PasteOffer } from '#web/features/comments/composer/paste-offer'
import { SelectionQuestion } from '#web/features/comments/composer/selection-question'
import { useActivity } from '#web/features/comments/composer/use-activity'
import { useKeepInView } from '#web/features/comments/composer/use-keep-in-view'
import { type MessageContent, useMessageForm } from '#web/features/comments/composer/use-message-form'
import { useNews } from '#web/features/comments/composer/use-news'
import { usePaste } from '#web/features/comments/composer/use-paste'
import { commentWords } from '#web/features/comments/composer/written-words'
import { type Draft, receiveDrafts, sendDrafts } from '#web/features/comments/outbox/drafts'
import { formatCount } from '#web/lib/format'
import { isKey } from '#web/lib/keys'
import classes from './message-form.module.css'

type Props = {
  place: ComposerPlace
  /** The slot of its draft on this device. */
  slot: string
  label: string
  placeholder: string
  submit: string
  marker?: Marker | null
  isFocused?: boolean
  /** Shows its buttons before anyone writes. */
  isAlwaysOpen?: boolean
  /** The answered comment, if AI may read it. */
  answers?: string | undefined
  /** Why nothing can be sent any more: the text stays to be copied. */
  closed?: string | null
  onSend: (content: MessageContent) => void
  onCancel?: () => void
  /** Receives the focus on Escape; the text stays. */
  onLeave?: () => void
}

/** Text, files and a send button; asks guests for a name the first time. */
export function MessageForm({
  place,
  slot,
  label,
  placeholder,
  submit,
  marker = null,
  isFocused,
  isAlwaysOpen = false,
  answers,
  closed = null,
  onSend,
  onCancel,
  onLeave,
}: Props) {
  const form = useMessageForm(place, slot, marker, onSend)
  const { state, dispatch, attaching } = form
  const isSending = state.step === 'sending'
  const news = useNews(state.attached)
  const root = useKeepInView<HTMLDivElement>()
  const text = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isFocused) text.current?.focus({ preventScroll: true })
  }, [isFocused])

  // The question for the name replaced the text, and took the focus.
  const wasNaming = useRef(false)
  useEffect(() => {
    if (wasNaming.current && state.step !== 'naming') focusEnd(text.current)
    wasNaming.current = state.step === 'naming'
  }, [state.step])

  const takeBack = (draft: Draft, isAsked: boolean) => {
    const isTaken = form.takeBack(draft)
    if (isTaken && isAsked) text.current?.focus()
    return isTaken
  }
  const receive = useEffectEvent(takeBack)
  const send = () => closed === null && void form.send()
  const sendHere = useEffectEvent(send)
  useEffect(() => sendDrafts(slot, () => sendHere()), [slot])
  useEffect(() => receiveDrafts(slot, (draft, isAsked) => receive(draft, isAsked)), [slot])

  const write = (value: string) => dispatch({ do: 'write', text: value })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      send()
    }
    if (isKey(event, 'Escape')) {
      event.stopPropagation()
      if (state.step !== 'writing') form.stop()
      else if (attaching.asked) dismiss()
      else (onCancel ?? onLeave)?.()
    }
  }

  const dismiss = () => {
    attaching.dismiss()
    dispatch({ do: 'back' })
    text.current?.focus()
  }

  const keepWriting = () => {
    form.stop()
    focusEnd(text.current)
  }

  const attach = (files: readonly File[]) => void attaching.attach(files)
  const paste = usePaste(state.text, place.upload ? attach : null)
  const waiting = isSending ? waitingFor(state.attached) : null

  const { isActive, ...activity } = useActivity()
  const isOpen = isAlwaysOpen || isFocused || isActive || attaching.asked !== null || hasContent(state)
  return (
    <div
      ref={root}
      className={classes.form}
      onKeyDown={onKeyDown}
      data-open={isOpen}
      data-composer
      role="group"
      aria-label={label}
      {...activity}
    >
      {state.step === 'naming' && closed === null ? (
        <NameStep
          error={state.error}
          notice={place.notice?.() ?? null}
          onName={form.sendAs}
          onBack={form.stop}
        />
      ) : (
        <>
          <MentionField
            ref={text}
            value={state.text}
            people={place.people}
            mentioned={state.mentioned}
            onChange={write}
            onMention={(person) => dispatch({ do: 'mention', person })}
            onPaste={paste.onPaste}
            label={label}
            max={(place.words ?? commentWords).max}
            placeholder={placeholder}
            isReadOnly={isSending || closed !== null}
          />
          <AttachedFiles
            attached={state.attached}
            chosenFiles={place.chosenFiles}
            isFixed={isSending || closed !== null}
            onRetry={(one) => void attaching.upload(one)}
            onRemove={attaching.detach}
            onChoose={() => chooser.current?.click()}
          />
          <PasteOffer files={paste.offered} onTake={paste.take} onDismiss={paste.dismiss} />
          <OtherDrafts slot={slot} onTake={(draft) => takeBack(draft, true)} />
          {attaching.asked && closed === null && (
            <SelectionQuestion
              asked={attaching.asked}
              onTake={(files) => {
                attaching.take(files)
                text.current?.focus()
              }}
              onDismiss={dismiss}
            />
          )}
          {state.error && closed === null && (
            <p role="alert" className={classes.error}>
              {state.error}
            </p>
          )}
          {closed === null ? (
            <ComposerActions
              {...{ place, answers, chooser, submit, waiting, onCancel }}
              text={state.text}
              field={text}
              onWrite={write}
              onFiles={attach}
              onSend={send}
              onKeepWriting={keepWriting}
            />
          ) : (
            <ClosedActions why={closed} text={state.text} onDiscard={onCancel ?? form.discard} />
          )}
        </>
      )}
      <VisuallyHidden role="status">{waiting ?? news}</VisuallyHidden>
    </div>
  )
}

function waitingFor(attached: readonly Attached[]): string {
  const left = attached.filter((one) => !one.file).length
  return left === 0 ? 'Sending…' : `Sending… ${formatCount(left, 'file')} to go`
}
