import { Kbd } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Section, Topic } from '#web/features/help/topic'
import classes from './help.module.css'

export function TopicText({ topic }: { topic: Topic }) {
  return topic.sections.map((section) => <SectionText key={section.heading ?? ''} section={section} />)
}

function SectionText({ section: { heading, text, steps, points, links } }: { section: Section }) {
  return (
    <>
      {heading && <h2>{heading}</h2>}
      {text?.map((one) => (
        <p key={one}>
          <WithKeys text={one} />
        </p>
      ))}
      {steps && (
        <ol>
          <Items items={steps} />
        </ol>
      )}
      {points && (
        <ul>
          <Items items={points} />
        </ul>
      )}
      {links && (
        <p className={classes.links}>
          {links.map(({ path, name }) => (
            <Link key={path} to={path}>
              {name}
            </Link>
          ))}
        </p>
      )}
    </>
  )
}

const Items = ({ items }: { items: readonly string[] }) =>
  items.map((one) => (
    <li key={one}>
      <WithKeys text={one} />
    </li>
  ))

/** Text in ticks is a key. */
function WithKeys({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- The parts of a fixed sentence.
      <Kbd key={index} size="sm">
        {part}
      </Kbd>
    ) : (
      part
    ),
  )
}
