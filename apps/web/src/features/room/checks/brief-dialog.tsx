import { Button, Checkbox, Group, NativeSelect, NumberInput, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Brief, ownWordsMax } from '@wingmark/contract/checks'
import { type FormEvent, useState } from 'react'
import { ownWordsQuery, useChangeBrief, useChangeOwnWords } from '#web/features/checks/queries'
import { languageName } from '#web/features/room/checks/rule-names'
import { useRoom } from '#web/features/room/state/room-context'
import { messageForError } from '#web/lib/error-toast'
import { Dialog } from '#web/ui/dialog'
import { useFocusBack } from '#web/ui/give-focus-back'
import classes from './checks.module.css'

type Props = {
  brief: Brief
  languages: readonly string[]
  /** Files that it checks again. */
  files: number
  onSaved: () => void
  onClose: () => void
}

const mediums = [
  { value: '', label: 'Detect from the size of each file' },
  { value: 'SCREEN', label: 'Screen' },
  { value: 'PRINT', label: 'Print' },
]
const scales = [
  { value: '', label: 'Detect from the size of each file' },
  { value: '1', label: '1×' },
  { value: '2', label: '2×' },
  { value: '3', label: '3×' },
]
const strictnesses = [
  { value: 'AA', label: 'AA: 4.5:1, large text 3:1' },
  { value: 'AAA', label: 'AAA: 7:1, large text 4.5:1' },
]

const units = {
  SCREEN: 'In pixels at 1×.',
  PRINT: 'In millimetres, after trimming.',
  GUESS: 'In pixels at 1×, or in millimetres for print.',
}

/** Items of the first that the second lacks. */
const apart = (some: readonly string[], others: readonly string[]) =>
  some.filter((one) => !others.includes(one))

const scaleOf = (value: string): Brief['scale'] =>
  value === '1' ? 1 : value === '2' ? 2 : value === '3' ? 3 : null
const mediumOf = (value: string): Brief['medium'] => (value === 'SCREEN' || value === 'PRINT' ? value : null)
const sideOf = (value: string | number): number | null => (typeof value === 'number' ? value : null)

/** The purpose of a review's designs, for all of its files. */
export function BriefDialog({ brief, languages, files, onSaved, onClose }: Props) {
  const { reviewId } = useRoom()
  useFocusBack()
  const [draft, setDraft] = useState(brief)
  const save = useChangeBrief(reviewId)
  const own = useQuery(ownWordsQuery)
  const [words, setWords] = useState<readonly string[] | null>(null)
  const { mutation: saveWords } = useChangeOwnWords()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const before = own.data ?? []
    const [add, remove] = [apart(words ?? before, before), apart(before, words ?? before)]
    try {
      if (add.length + remove.length > 0) await saveWords.mutateAsync({ add, remove })
      await save.mutateAsync(draft)
      onSaved()
    } catch {
      // The error is below.
    }
  }
  const failure = saveWords.error ?? save.error
  return (
    <Dialog
      opened
      onClose={onClose}
      title="What these designs are for"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={classes.brief} onSubmit={(event) => void submit(event)} noValidate>
        <NativeSelect
          label="Made for"
          data={mediums}
          value={draft.medium ?? ''}
          data-autofocus
          onChange={(event) => setDraft({ ...draft, medium: mediumOf(event.currentTarget.value) })}
        />
        {draft.medium !== 'PRINT' && (
          <NativeSelect
            label="Image pixels per screen pixel"
            data={scales}
            value={String(draft.scale ?? '')}
            onChange={(event) => setDraft({ ...draft, scale: scaleOf(event.currentTarget.value) })}
          />
        )}
        <Group grow gap="xs" align="start">
          <NumberInput
            label="Width"
            placeholder="Any"
            min={1}
            max={100_000}
            allowDecimal={false}
            value={draft.width ?? ''}
            onChange={(value) => setDraft({ ...draft, width: sideOf(value) })}
          />
          <NumberInput
            label="Height"
            placeholder="Any"
            min={1}
            max={100_000}
            allowDecimal={false}
            value={draft.height ?? ''}
            onChange={(value) => setDraft({ ...draft, height: sideOf(value) })}
          />
        </Group>
        <Text size="xs" c="dimmed" mt={-4}>
          {units[draft.medium ?? 'GUESS']}
        </Text>
        <NativeSelect
          label="Required text contrast"
          data={strictnesses}
          value={draft.strictness}
          onChange={(event) =>
            setDraft({ ...draft, strictness: event.currentTarget.value === 'AAA' ? 'AAA' : 'AA' })
          }
        />
        {languages.length > 1 && (
          <Checkbox.Group
            label="Text languages"
            description="If you select none, Wingmark picks the best match. In images, only English words are checked."
            value={draft.languages}
            onChange={(chosen) => setDraft({ ...draft, languages: chosen })}
          >
            <Group gap="sm" mt={6}>
              {languages.map((code) => (
                <Checkbox key={code} size="xs" value={code} label={languageName(code)} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <TagsInput
          label="Your dictionary"
          description="Names and terms to accept, in all reviews."
          placeholder={own.data ? 'Add a word' : ''}
          disabled={!own.data}
          value={[...(words ?? own.data ?? [])]}
          onChange={(given) => setWords(given.map((word) => word.trim().toLowerCase()))}
          maxTags={ownWordsMax}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove all words' }}
        />
        <Checkbox
          label="Check every upload"
          description="Checks files when they’re added to this review."
          checked={draft.checksUploads}
          onChange={(event) => setDraft({ ...draft, checksUploads: event.currentTarget.checked })}
        />
        {failure && (
          <Text role="alert" size="sm" c="var(--wm-accent-text)">
            {messageForError(failure)}
          </Text>
        )}
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending || saveWords.isPending}>
            {files > 1 ? `Save and check all ${files} files` : 'Save and check again'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
