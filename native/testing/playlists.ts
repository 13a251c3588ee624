/** Files that hold no media and name another file that does. @param film name of a file in the same folder */
export const playlistsOf = (film: string): Record<string, string> => ({
  'an HLS playlist': `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n${film}\n#EXT-X-ENDLIST\n`,
  'an HLS playlist behind a byte order mark': `\uFEFF#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:2,\n${film}\n#EXT-X-ENDLIST\n`,
  'an HLS list of playlists': `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n${film}\n`,
  'a list of songs': `#EXTM3U\n#EXTINF:2,A song\n${film}\n`,
  'a DASH manifest': `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT2S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1000"><BaseURL>${film}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
  'a script of ffmpeg': `ffconcat version 1.0\nfile ${film}\n`,
  'a session description': `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n`,
  'a Windows playlist': `<asx version="3.0"><entry><ref href="${film}"/></entry></asx>`,
  'a SMIL document': `<smil><body><video src="${film}"/></body></smil>`,
  'a QuickTime link': `<?xml version="1.0"?><?quicktime type="application/x-quicktime-media-link"?><embed src="${film}"/>`,
});
