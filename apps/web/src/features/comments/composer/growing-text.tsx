import {
  type ClipboardEvent,
  type ComponentProps,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { LengthNote } from '#web/ui/length-note'
import { scrollerOf } from '#web/ui/scroller'
import classes from './message-form.module.css'

type Props = {
  ref: Ref<HTMLTextAreaElement>
  value: string
  label: string
  placeholder: string
  max: number
  isReadOnly?: boolean
  onChange: (value: string) => void
  onPaste: (event: ClipboardEvent) => void
  /** Props for a list of suggestions. */
  combobox?: ComponentProps<'textarea'>
}

/** A text field as tall as its text; accepts more than `max` and says so. */
export function GrowingText({
  ref,
  value,
  label,
  placeholder,
  max,
  isReadOnly,
  onChange,
  onPaste,
  combobox,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle<HTMLTextAreaElement | null, HTMLTextAreaElement | null>(ref, () => field.current)
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    // While measured, it is one line tall, and a list at its end would jump.
    const list = scrollerOf(element)
    const top = list?.scrollTop ?? 0
    element.style.height = 'auto'
    element.style.height = `${element.scrollHeight}px`
    if (list) list.scrollTop = top
  }, [value])
  return (
    <>
      <textarea
        {...combobox}
        ref={field}
        rows={1}
        className={classes.text}
        value={value}
        aria-label={label}
        placeholder={placeholder}
        readOnly={isReadOnly}
        onChange={(event) => onChange(event.currentTarget.value)}
        onPaste={onPaste}
      />
      <LengthNote length={value.trim().length} max={max} />
    </>
  )
}
