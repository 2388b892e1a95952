import type { Module } from '#server/module'
import { mountTestimonials } from '#server/modules/testimonials/routes'

export const testimonialsModule: Module = { mount: mountTestimonials }
