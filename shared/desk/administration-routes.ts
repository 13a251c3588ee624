import type { z } from 'zod';
import { administrationRows as rows, type AdministrationRow } from '#shared/administration/index.ts';
import type { DeskRoute } from './route.ts';

/** What a page may ask of the local service beside the API; the core passes it on, without keeping any of it. */

const ofLocalService = <const Path extends string, B extends z.ZodType | null, R extends z.ZodType | null>(
  row: AdministrationRow<B, R> & { path: Path },
): DeskRoute<null, B, R, `/desk/local-service${Path}`> => ({
  method: row.method,
  path: `/desk/local-service${row.path}`,
  query: null,
  body: row.body,
  response: row.response,
});

export const administrationRoutes = {
  listModelProviders: ofLocalService(rows.listModelProviders),
  addModelProvider: ofLocalService(rows.addModelProvider),
  changeModelProvider: ofLocalService(rows.changeModelProvider),
  removeModelProvider: ofLocalService(rows.removeModelProvider),
  listModels: ofLocalService(rows.listModels),
  testModel: ofLocalService(rows.testModel),
  findLocalModels: ofLocalService(rows.findLocalModels),
  getPublishable: ofLocalService(rows.getPublishable),
  publishTemplate: ofLocalService(rows.publishTemplate),
  listTemplatePictures: ofLocalService(rows.listTemplatePictures),
  getManagedTemplate: ofLocalService(rows.getManagedTemplate),
  getTemplateForm: ofLocalService(rows.getTemplateForm),
  getTemplateGraph: ofLocalService(rows.getTemplateGraph),
  deleteTemplate: ofLocalService(rows.deleteTemplate),
  openTemplate: ofLocalService(rows.openTemplate),
  addEndpoint: ofLocalService(rows.addEndpoint),
  renewEndpointKey: ofLocalService(rows.renewEndpointKey),
  switchEndpoint: ofLocalService(rows.switchEndpoint),
} as const;
