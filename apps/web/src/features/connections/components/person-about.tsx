import classes from './people.module.css'

type Props = { person: Record<'designation' | 'company' | 'location', string | null> }

/** Job, company and place; no line begins or ends with the dot between them. */
export function PersonAbout({ person: { designation, company, location } }: Props) {
  const facts = [designation, company, location].filter(Boolean)
  return (
    <span className={classes.about}>
      {facts.map((fact) => (
        <span key={fact}>{fact} </span>
      ))}
    </span>
  )
}
