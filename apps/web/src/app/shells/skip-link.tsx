import classes from './skip-link.module.css'

export function SkipLink() {
  return (
    <a href="#content" className={classes.link}>
      Skip to content
    </a>
  )
}
