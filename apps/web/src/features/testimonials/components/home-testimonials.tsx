import { Anchor, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { TestimonialCard } from '#web/features/testimonials/components/testimonial-card'
import { loadHome, testimonials } from '#web/features/testimonials/testimonials-store'
import { paths } from '#web/lib/paths'
import { useStore } from '#web/lib/store'
import classes from './testimonials.module.css'

/** The latest ones; renders nothing without any. */
export function HomeTestimonials() {
  const home = useStore(testimonials, (state) => state.home)
  useEffect(() => void loadHome(), [])
  if (home.length === 0) return null
  return (
    <section className={classes.section} aria-label="Customer reviews">
      <Title order={2} className={classes.sectionTitle}>
        Customer reviews
      </Title>
      <ul className={classes.cards}>
        {home.map((testimonial) => (
          <TestimonialCard key={testimonial._id} testimonial={testimonial} />
        ))}
      </ul>
      <Anchor component={Link} to={paths.customerReviews}>
        All customer reviews
      </Anchor>
    </section>
  )
}
