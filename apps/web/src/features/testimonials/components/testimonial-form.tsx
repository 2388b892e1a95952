import { Button, Input, Rating, Text, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Rating.layer.css'
import { testimonialMax, testimonialMin, workFieldMax } from '@wingmark/contract/limits'
import type { Testimonial } from '@wingmark/contract/testimonials'
import { type FormEvent, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { useSaveTestimonial } from '#web/features/testimonials/queries'
import { ApiError } from '#web/lib/api-error'
import { toastSuccess } from '#web/lib/toast'
import classes from './testimonials.module.css'

type Props = { testimonial: Testimonial | null; onDone: () => void }

/** The server's errors show at their fields. */
export function TestimonialForm({ testimonial, onDone }: Props) {
  const [key] = useState(() => uuid())
  const [rating, setRating] = useState(testimonial?.rating ?? 0)
  const [text, setText] = useState(testimonial?.text ?? '')
  const [designation, setDesignation] = useState(testimonial?.author.designation ?? '')
  const [company, setCompany] = useState(testimonial?.author.company ?? '')
  const save = useSaveTestimonial()
  const errors = save.error instanceof ApiError ? save.error.errors : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { rating, text, designation: designation.trim() || null, company: company.trim() || null }
    save.mutate(
      { id: testimonial?._id ?? null, body, key },
      {
        onSuccess: ({ hiddenReason }) => {
          toastSuccess(
            hiddenReason === null
              ? 'Customer review published'
              : 'Your customer review is saved. It stays hidden from others.',
          )
          onDone()
        },
      },
    )
  }
  return (
    <form onSubmit={submit} noValidate className={classes.form}>
      <Text size="sm">Shown to everyone with your name and picture, and what you fill in below.</Text>
      <fieldset className={classes.rating}>
        <Input.Label component="legend">Your rating</Input.Label>
        <Rating
          value={rating}
          onChange={setRating}
          color="pin"
          size="lg"
          getSymbolLabel={(stars) => `${stars} of 5 stars`}
        />
        {errors.rating && <Input.Error role="alert">{errors.rating}</Input.Error>}
      </fieldset>
      <Textarea
        label="What you think of Wingmark"
        description={`Between ${testimonialMin} and ${testimonialMax} characters.`}
        autosize
        minRows={3}
        maxLength={testimonialMax}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={errors.text}
      />
      <TextInput
        label="Designation (optional)"
        autoComplete="organization-title"
        maxLength={workFieldMax}
        value={designation}
        onChange={({ currentTarget }) => setDesignation(currentTarget.value)}
        error={errors.designation}
      />
      <TextInput
        label="Company (optional)"
        autoComplete="organization"
        maxLength={workFieldMax}
        value={company}
        onChange={({ currentTarget }) => setCompany(currentTarget.value)}
        error={errors.company}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {testimonial ? 'Save' : 'Publish'}
        </Button>
        {testimonial && (
          <Button variant="subtle" color="gray" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
