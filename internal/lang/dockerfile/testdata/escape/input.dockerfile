# escape=`
FROM windows AS win
RUN dir C:\tools\ `
    && echo x
COPY tools\run.ps1 C:\
ENV P=C:\bin
