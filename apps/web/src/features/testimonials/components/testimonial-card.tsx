import { Text } from '@mantine/core'
import type { Testimonial } from '@wingmark/contract/testimonials'
import { Stars } from '#web/features/testimonials/components/stars'
import { Face } from '#web/ui/face'
import classes from './testimonials.module.css'

/** A customer review; a hidden one shows the reason instead. */
export function TestimonialCard({
  testimonial: { author, rating, text, hiddenReason },
}: {
  testimonial: Testimonial
}) {
  const work = [author.designation, author.company].filter(Boolean).join(', ')
  return (
    <li className={classes.card}>
      {rating !== null && <Stars rating={rating} />}
      {text === null ? (
        <Text c="dimmed">Hidden by the person who runs this server: {hiddenReason}</Text>
      ) : (
        <Text className={classes.text}>{text}</Text>
      )}
      <div className={classes.author}>
        <Face connectionId={author._id} name={author.name} src={author.avatar} size={32} />
        <div className={classes.who}>
          <Text fw={600}>{author.name}</Text>
          {work && (
            <Text size="xs" c="dimmed">
              {work}
            </Text>
          )}
        </div>
      </div>
    </li>
  )
}
