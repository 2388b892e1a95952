import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconAt, IconPaperclip } from '@tabler/icons-react'
import type { Marker } from '@wingmark/contract/comments'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { AttachedFiles } from '#web/features/comments/composer/attached-files'
import { type Attached, hasContent } from '#web/features/comments/composer/compose-state'
import { ComposerHelp, focusEnd } from '#web/features/comments/composer/composer-help'
import type { ComposerPlace } from '#web/features/comments/composer/composer-place'
import { MentionField, writeAt } from '#web/features/comments/composer/mention-field'
import { NameStep } from '#web/features/comments/composer/name-step'
import { SelectionQuestion } from '#web/features/comments/composer/selection-question'
import { useActivity } from '#web/features/comments/composer/use-activity'
import { useKeepInView } from '#web/features/comments/composer/use-keep-in-view'
import { type MessageContent, useMessageForm } from '#web/features/comments/composer/use-message-form'
import { useNews } from '#web/features/comments/composer/use-news'
import { commentWords } from '#web/features/comments/composer/written-words'
import { type Draft, receiveDrafts, sendDrafts } from '#web/features/comments/outbox/drafts'
import { acceptAttribute } from '#web/lib/choose-files'
import { formatCount } from '#web/lib/format'
import { isKey } from '#web/lib/keys'
import classes from './message-form.module.css'

type Props = {
  place: ComposerPlace
  /** Names the draft that is kept on this device. */
  slot: string
  label: string
  placeholder: string
  submit: string
  marker?: Marker | null
  isFocused?: boolean
  /** Its buttons are there before anybody writes. */
  isAlwaysOpen?: boolean
  /** The comment that it answers, where AI may read that. */
  answers?: string | undefined
  onSend: (content: MessageContent) => void
  onCancel?: () => void
  /** Takes the focus by Escape, where what is written stays. */
  onLeave?: () => void
}

const accept = acceptAttribute('COMMENT')
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Text, files and a send button; a guest is asked for a name when sending for the first time. */
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

  // The question for the name has taken the text's place, and the focus with it.
  const wasNaming = useRef(false)
  useEffect(() => {
    if (wasNaming.current && state.step !== 'naming') focusEnd(text.current)
    wasNaming.current = state.step === 'naming'
  }, [state.step])

  const takeBack = useEffectEvent((draft: Draft) => {
    const isTaken = form.takeBack(draft)
    if (isTaken) text.current?.focus()
    return isTaken
  })
  const sendHere = useEffectEvent(() => void form.send())
  useEffect(() => sendDrafts(slot, () => sendHere()), [slot])
  useEffect(() => receiveDrafts(slot, (draft) => takeBack(draft)), [slot])

  const write = (value: string) => dispatch({ do: 'write', text: value })

  const onKeyDown = (event: KeyboardEvent) => {
    if (isKey(event, 'Enter') && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void form.send()
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

  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || !place.upload) return
    event.preventDefault()
    void attaching.attach(files)
  }

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
      {state.step === 'naming' ? (
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
            onPaste={onPaste}
            label={label}
            max={(place.words ?? commentWords).max}
            placeholder={placeholder}
            isReadOnly={isSending}
          />
          <AttachedFiles
            attached={state.attached}
            chosenFiles={place.chosenFiles}
            isFixed={isSending}
            onRetry={(one) => void attaching.upload(one)}
            onRemove={attaching.detach}
            onChoose={() => chooser.current?.click()}
          />
          {attaching.asked && (
            <SelectionQuestion
              asked={attaching.asked}
              onTake={(files) => {
                attaching.take(files)
                text.current?.focus()
              }}
              onDismiss={dismiss}
            />
          )}
          {state.error && (
            <p role="alert" className={classes.error}>
              {state.error}
            </p>
          )}
          <div className={classes.actions}>
            {!isSending && place.upload && (
              <ActionIcon
                size={32}
                aria-label="Attach a file"
                title="Attach a file, or paste a picture"
                onClick={() => chooser.current?.click()}
              >
                <IconPaperclip size={17} stroke={1.75} />
              </ActionIcon>
            )}
            {!isSending && place.people && (
              <ActionIcon
                size={32}
                aria-label="Mention somebody"
                title="Mention somebody"
                onClick={() => writeAt(text.current, write)}
              >
                <IconAt size={17} stroke={1.75} />
              </ActionIcon>
            )}
            {!isSending && (
              <ComposerHelp place={place} answers={answers} text={state.text} onUse={write} field={text} />
            )}
            <input
              ref={chooser}
              type="file"
              multiple
              accept={accept}
              hidden
              aria-label="Files to attach"
              onChange={(event) => {
                void attaching.attach([...(event.currentTarget.files ?? [])])
                event.currentTarget.value = ''
              }}
            />
            {isSending ? (
              <span className={classes.sending}>{waitingFor(state.attached)}</span>
            ) : (
              <span className={classes.hint}>
                <span>
                  <kbd>{isApple ? '⌘' : 'Ctrl'}</kbd> <kbd>Enter</kbd> sends
                </span>
              </span>
            )}
            {isSending && (
              <Button variant="subtle" color="gray" size="xs" onClick={keepWriting}>
                Keep writing
              </Button>
            )}
            {!isSending && onCancel && (
              <Button variant="subtle" color="gray" size="xs" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button size="xs" className={classes.send} onClick={() => void form.send()} loading={isSending}>
              {submit}
            </Button>
          </div>
        </>
      )}
      <VisuallyHidden role="status">{isSending ? waitingFor(state.attached) : news}</VisuallyHidden>
    </div>
  )
}

function waitingFor(attached: readonly Attached[]): string {
  const left = attached.filter((one) => !one.file).length
  return left === 0 ? 'Sending…' : `Sending… ${formatCount(left, 'file')} to go`
}
