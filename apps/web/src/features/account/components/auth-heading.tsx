import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import classes from './auth-heading.module.css'

type Props = { title: string; question: string; answer: string; to: string }

export function AuthHeading({ title, question, answer, to }: Props) {
  return (
    <div className={classes.root}>
      <Title>{title}</Title>
      <Text c="dimmed">
        {question} <Link to={to}>{answer}</Link>
      </Text>
    </div>
  )
}
