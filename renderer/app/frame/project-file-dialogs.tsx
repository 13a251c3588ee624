import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { projectIn } from '#shared/desk/places.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { activeConnectionOf, useConnections } from '#renderer/desk/index.ts';
import { openImport, chosenFolder, isTimelineName, TIMELINE_ENDINGS } from '#renderer/interchange/index.ts';
import {
  askForProjectImport,
  ProjectFileDrop,
  projectFiles,
  type EditedFilms,
} from '#renderer/project-files/index.ts';
import { pathOfWork, initialView } from '#renderer/projects/index.ts';
import { ProjectExportDialog, ProjectImportDialog } from './lazy-pages.ts';

/** Hands films that are chosen in the import of projects to the import of timelines. */
const editedFilms: EditedFilms = {
  endings: TIMELINE_ENDINGS,
  isEditedFilm: isTimelineName,
  onFile: (file) => importFilm(file),
  onFolder: (files) => {
    const folder = chosenFolder(files);
    if (folder) importFilm(folder);
  },
};

function importFilm(source: NonNullable<Parameters<typeof openImport>[0]>): void {
  projectFiles.setState({ importing: null });
  openImport(source);
}

/** Projects into files and out of them, wherever one is. */
export function ProjectFileDialogs(): ReactElement {
  const [location, navigate] = useLocation();
  const { exporting, importing } = useStore(projectFiles);
  const connections = useConnections();
  // In an open project its service is meant, elsewhere the one whose projects are shown.
  const connectionId = projectIn(location)?.connectionId;
  const connection = connections.data
    ? (connections.data.connections.find(({ id }) => id === connectionId) ??
      activeConnectionOf(connections.data))
    : null;
  useCommandContext({ serviceSelected: connection !== null });
  useCommands('project-files', { 'project.import': () => askForProjectImport() });
  const closeImport = () => projectFiles.setState({ importing: null });
  return (
    <>
      <ProjectFileDrop />
      {importing && connection ? (
        <ProjectImportDialog
          connectionId={connection.id}
          connectionName={connection.name}
          initialFile={importing.file}
          films={editedFilms}
          onOpen={(projectId, transfer) => {
            closeImport();
            const film = (transfer.clipCount ?? 0) > 0 ? transfer : null;
            const view = initialView(transfer, { film, shots: transfer.shotCount });
            navigate(pathOfWork(connection.id, projectId, view));
          }}
          onClose={closeImport}
        />
      ) : null}
      {exporting ? (
        <ProjectExportDialog {...exporting} onClose={() => projectFiles.setState({ exporting: null })} />
      ) : null}
    </>
  );
}
