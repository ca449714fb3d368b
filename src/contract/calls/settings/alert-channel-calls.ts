import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { alertChannel, channelTypes } from '../../wire/alerts/alert-channel.ts'
import { channelName, channelUrl, delivery, deliveryAttempt, deliveryId } from '../../wire/alerts/alert-delivery.ts'
import { channelId } from '../../wire/alerts/alert-ids.ts'
import { alertMessage } from '../../wire/alerts/alert-message.ts'
import { done, limit, organizationId, skip } from '../../wire/common.ts'

const byId = v.strictObject({ id: channelId })
const byDelivery = v.strictObject({ id: channelId, deliveryId })
const mayRead = may('instances.read', 'alertChannel', 'params.id')
const mayChange = may('instances.write', 'alertChannel', 'params.id')

export const alertChannelCalls = {
  createAlertChannel: call({
    method: 'POST',
    path: 'organization/{id}/alert-channels',
    access: may('instances.write', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    body: v.strictObject({ name: channelName, type: v.picklist(channelTypes), url: channelUrl }),
    response: v.object({ alertChannel, secret: v.nullable(v.string()) }),
    oneTimeResponse: true,
    success: 'Channel created',
    invalidates: [],
    summary:
      'Create a channel for alerts. `secret` signs the messages of a webhook and is not shown again; null for chat services.',
  }),
  readAlertChannels: call({
    method: 'GET',
    path: 'organization/{id}/alert-channels',
    access: may('instances.read', 'organization', 'params.id'),
    params: v.strictObject({ id: organizationId }),
    response: v.object({ alertChannels: v.array(alertChannel) }),
    summary: 'List the alert channels of an organisation by name. An organisation can have at most 50.',
  }),
  readAlertChannel: call({
    method: 'GET',
    path: 'alert-channel/{id}',
    access: mayRead,
    params: byId,
    response: v.object({ alertChannel }),
    summary: 'Get an alert channel.',
  }),
  updateAlertChannel: call({
    method: 'PATCH',
    path: 'alert-channel/{id}',
    access: mayChange,
    params: byId,
    body: v.strictObject({
      name: v.optional(channelName),
      url: v.optional(channelUrl),
      isEnabled: v.optional(v.boolean()),
    }),
    response: v.object({ alertChannel }),
    success: 'Channel saved',
    invalidates: [],
    summary: 'Change an alert channel. Fields that are left out are kept.',
  }),
  rotateChannelSecret: call({
    method: 'POST',
    path: 'alert-channel/{id}/secret',
    access: mayChange,
    params: byId,
    response: v.object({ alertChannel, secret: v.string() }),
    oneTimeResponse: true,
    success: 'New signing secret created',
    invalidates: [],
    summary:
      'Replace the signing secret of a webhook. For 24 hours messages carry a signature of each of the two secrets.',
  }),
  deleteAlertChannel: call({
    method: 'DELETE',
    path: 'alert-channel/{id}',
    access: mayChange,
    params: byId,
    response: done,
    success: 'Channel deleted',
    invalidates: [],
    summary: 'Delete an alert channel with its deliveries.',
  }),
  testAlertChannel: call({
    method: 'POST',
    path: 'alert-channel/{id}/test',
    access: mayChange,
    params: byId,
    response: v.object({ attempt: deliveryAttempt }),
    invalidates: ['readChannelDeliveries'],
    summary: 'Send a test message to an alert channel once, and return the response of its receiver.',
  }),
  readChannelDeliveries: call({
    method: 'GET',
    path: 'alert-channel/{id}/deliveries',
    access: mayRead,
    params: byId,
    query: v.strictObject({ skip, limit: limit(20) }),
    response: v.object({ deliveries: v.array(delivery), total: v.number() }),
    summary: 'List the deliveries of an alert channel, newest first. They are kept for 30 days.',
  }),
  readChannelDelivery: call({
    method: 'GET',
    path: 'alert-channel/{id}/deliveries/{deliveryId}',
    access: mayRead,
    params: byDelivery,
    response: v.object({ delivery, message: alertMessage, deliveryAttempts: v.array(deliveryAttempt) }),
    summary: 'Get a delivery with its message and its newest 50 attempts.',
  }),
  redeliver: call({
    method: 'POST',
    path: 'alert-channel/{id}/deliveries/{deliveryId}/redeliver',
    access: mayChange,
    params: byDelivery,
    response: v.object({ delivery }),
    success: 'The message will be sent again',
    invalidates: ['readChannelDeliveries', 'readChannelDelivery', 'readIncident'],
    summary: 'Send a settled delivery again, with the same id, after those that wait.',
  }),
}
