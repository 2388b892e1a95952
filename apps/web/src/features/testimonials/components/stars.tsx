import { IconStar, IconStarFilled } from '@tabler/icons-react'
import classes from './testimonials.module.css'

const all = [1, 2, 3, 4, 5] as const

/** A rating of one to five. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={classes.stars} role="img" aria-label={`${rating} of 5 stars`}>
      {all.map((star) =>
        star <= rating ? <IconStarFilled key={star} size={16} /> : <IconStar key={star} size={16} />,
      )}
    </span>
  )
}
