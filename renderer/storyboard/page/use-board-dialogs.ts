import { useState } from 'react';
import { useIntent } from '#renderer/desk/index.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { PanelRef } from '../parts/takes-dialog.tsx';
import type { ShotToMake } from '../make/make-source.ts';

/** What is open over the board. */
export function useBoardDialogs(project: { connectionId: string; projectId: string }) {
  /** The shot a file is chosen for. */
  const [pickerShot, setPickerShot] = useState<ShotRef | null>(null);
  /** The shots that pictures are made for. */
  const [shotsToMake, setShotsToMake] = useState<readonly ShotToMake[] | null>(null);
  /** The panel whose takes are shown. */
  const [variantPanel, setVariantPanel] = useState<PanelRef | null>(null);
  /** The place of the shot that the animatic begins with. */
  const [playsFrom, setPlaysFrom] = useState<number | null>(null);
  /** Whether the timeline is being made. */
  const [converts, setConverts] = useState(false);
  /** The timeline asked to be made, and is shown when it is. */
  const [returns, setReturns] = useState(false);
  useIntent('storyboard-to-timeline', project, () => {
    setConverts(true);
    setReturns(true);
  });
  /** Whether it is being saved as PDF or picture. */
  const [saves, setSaves] = useState(false);
  /** Whether scenes of a script are being added. */
  const [isScriptOpen, setScriptOpen] = useState(false);
  return {
    isScriptOpen,
    setScriptOpen,
    choosing: pickerShot,
    setChoosing: setPickerShot,
    shotsToMake,
    setShotsToMake,
    takes: variantPanel,
    setTakes: setVariantPanel,
    playsFrom,
    setPlaysFrom,
    converts,
    returns,
    setConverts: (next: boolean): void => {
      setConverts(next);
      setReturns(false);
    },
    saves,
    setSaves,
  };
}

export type BoardDialogsState = ReturnType<typeof useBoardDialogs>;
