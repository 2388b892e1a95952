import { Link, useParams } from 'react-router'
import { AskOperator } from '#web/features/help/components/ask-operator'
import classes from '#web/features/help/components/help.module.css'
import { TopicText } from '#web/features/help/components/topic-text'
import { topicPictures } from '#web/features/help/topic-pictures'
import { topics } from '#web/features/help/topics/all-topics'
import { shortcutList } from '#web/features/room/state/shortcuts'
import { DarkSource } from '#web/features/welcome/components/dark-source'
import { taskShortcuts } from '#web/features/workspaces/task/task-shortcuts'
import { paths } from '#web/lib/paths'
import { NotFoundPage } from '#web/pages/not-found-page'
import { ReadingPage } from '#web/ui/reading-page'
import { ShortcutList } from '#web/ui/shortcut-sheet'

/** One topic of the Help Center, with a link to the next. */
export function HelpTopicPage() {
  const { topic: slug } = useParams()
  const at = topics.findIndex((one) => one.slug === slug)
  const topic = topics[at]
  if (!topic) return <NotFoundPage />
  const next = topics[(at + 1) % topics.length] ?? topic
  return (
    <ReadingPage
      title={topic.title}
      end={
        <>
          <Link to={paths.help}>Help Center</Link>
          <Link to={paths.helpTopic(next.slug)}>Next: {next.title}</Link>
          <AskOperator />
        </>
      }
    >
      <p>{topic.summary}</p>
      <TopicPicture slug={topic.slug} />
      <TopicText topic={topic} />
      {slug === 'keys' && <Keys />}
    </ReadingPage>
  )
}

/** The screen that a topic is about, if there is a picture of it. */
function TopicPicture({ slug }: { slug: string }) {
  const picture = topicPictures[slug]
  if (!picture) return null
  return (
    <picture>
      <DarkSource srcSet={picture.dark} />
      <img
        src={picture.light}
        alt={picture.alt}
        width={720}
        height={480}
        loading="lazy"
        decoding="async"
        className={classes.picture}
      />
    </picture>
  )
}

function Keys() {
  return (
    <>
      <h2>On a board</h2>
      <ShortcutList shortcuts={taskShortcuts} />
      <h2>In a review</h2>
      <ShortcutList shortcuts={shortcutList} />
    </>
  )
}
