/** Daily emails go out at this hour, UTC. */
export const dailyHour = 7

/** After an email about a review, further ones wait this long, even for people who want them at once. */
export const gatherSeconds = 60
