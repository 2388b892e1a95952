import '@mantine/core/styles/Code.layer.css'
import { Code, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { frontPages } from '@wingmark/contract/front-pages'
import { type ReactNode, Suspense, useLayoutEffect } from 'react'
import { Link } from 'react-router'
import { DarkSource } from '#web/features/welcome/components/dark-source'
import { FrontPicture } from '#web/features/welcome/components/front-picture'
import { PlanSummary } from '#web/features/welcome/components/plan-summary'
import { TransferTile } from '#web/features/welcome/components/transfer-tile'
import { dropFirstFront } from '#web/lib/first-view'
import { paths } from '#web/lib/paths'
import classes from './landing.module.css'

type Step = { title: string; text: string; picture: { light: string; dark: string; alt: string } }

const openings = {
  '/': frontPages['/'],
  '/landing/review': frontPages['/landing/review'],
  '/landing/connection': frontPages['/landing/connection'],
}

type Props = {
  page: keyof typeof openings
  /** One button; on the home page a second, quiet one. */
  actions: ReactNode
  /** What the visitor has already begun here. */
  kept?: ReactNode
  steps: readonly [Step, Step, Step]
  children?: ReactNode
}

const notThings = [
  {
    title: 'No account for clients',
    text: 'Anyone with the link can comment. All they need is a name.',
  },
  { title: 'No cookies, no trackers', text: 'No analytics, no advertising.' },
  {
    title: 'No one else’s cloud',
    text: 'Files and comments stay with the person who runs the server: you, if you like.',
  },
]

/** The front page: a promise, the real room, three steps, limits, prices and self-hosting. */
export function Landing({ page, actions, kept, steps, children }: Props) {
  const { title, opening } = openings[page]
  useDocumentTitle(title)
  useLayoutEffect(dropFirstFront, [])
  return (
    <div className={classes.root}>
      <div className={classes.words}>
        <Title className={classes.title}>{opening.promise}</Title>
        <Text className={classes.lead}>{opening.lead}</Text>
        <div className={classes.actions}>{actions}</div>
      </div>
      {kept && <Suspense fallback={<div className={classes.coming} />}>{kept}</Suspense>}
      <FrontPicture of={opening.picture} />
      <Section title="Three steps">
        <ol className={classes.three}>
          {steps.map(({ title, text, picture }, index) => (
            <li key={title} className={classes.item}>
              <picture className={classes.step}>
                <DarkSource srcSet={picture.dark} />
                <img
                  src={picture.light}
                  alt={picture.alt}
                  width={720}
                  height={480}
                  loading="lazy"
                  decoding="async"
                />
              </picture>
              <span className={classes.number} aria-hidden>
                {index + 1}
              </span>
              <Title order={3}>{title}</Title>
              <Text c="dimmed">{text}</Text>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="What it is not">
        <ul className={classes.three}>
          {notThings.map(({ title, text }) => (
            <li key={title} className={classes.item}>
              <Title order={3}>{title}</Title>
              <Text c="dimmed">{text}</Text>
            </li>
          ))}
        </ul>
      </Section>
      {children}
      <TransferTile />
      <Section title="What’s in each plan">
        <PlanSummary />
      </Section>
      <Section title="Run it yourself">
        <Text>
          Wingmark is open source. Put the source on a Linux machine with Node, and one command runs it:{' '}
          <Code>npm install && npm start</Code>
        </Text>
      </Section>
      <footer className={classes.footer}>
        <Link to={paths.help}>Help</Link>
        <Link to={paths.pricing}>Pricing</Link>
        <Link to={paths.terms}>Terms</Link>
        <Link to={paths.privacy}>Privacy</Link>
      </footer>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <Title order={2} className={classes.sectionTitle}>
        {title}
      </Title>
      {children}
    </section>
  )
}
